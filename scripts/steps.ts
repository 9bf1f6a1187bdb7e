import { type SpawnOptions, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')
/** The project's own Node: this one. */
const NODE = process.execPath
/**
 * How the server is started, as in package.json's start:production. A small young generation collects the
 * chunks of passing files early, so that the process stays small (bench/upload-memory.ts).
 */
export const SERVER = ['--max-semi-space-size=8', 'build/start/main.js']

/** Runs a command to its end. Resolves to its exit code. */
export function run(command: string, words: string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`
    const child = spawn(command, words, {
      cwd: ROOT,
      stdio: 'inherit',
      ...options,
      env: { ...process.env, PATH: path, ...options.env },
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}

/** @throws Error when the command fails */
export async function must(
  command: string,
  words: string[],
  options?: SpawnOptions,
): Promise<void> {
  const code = await run(command, words, options)
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}`)
}

const SHARED = ['contract', 'messages', 'project.inlang', 'package-lock.json']
/** What the two parts of the build are made of. */
const PARTS = {
  web: [
    ...SHARED,
    'scripts/compress-assets.ts',
    'web',
    'vite.config.ts',
    'react-router.config.ts',
    'tsconfig.json',
  ],
  server: [...SHARED, 'scripts/bundle-server.ts', 'server'],
}
type Part = keyof typeof PARTS

/** Builds what there is not, or not of these very sources: messages and web, or the server alone. */
export async function buildIfNeeded(): Promise<void> {
  if (!(await isBuilt('web'))) {
    console.log('Building …')
    const sources = await digestOf('web')
    await must('npm', ['run', '--silent', 'build'], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await noteBuilt('web', sources)
  } else if (!(await isBuilt('server')))
    await must(NODE, ['scripts/bundle-server.ts'], { stdio: ['ignore', 'ignore', 'inherit'] })
}

async function isBuilt(part: Part): Promise<boolean> {
  const built = await readFile(stampOf(part), 'utf8').catch(() => undefined)
  return built === (await digestOf(part))
}

/**
 * Notes of what sources the build of a part is.
 * @param sources their digest before the build began: what was saved during it may not be in it
 */
export async function noteBuilt(part: Part, sources: string): Promise<void> {
  await writeFile(stampOf(part), sources)
}

const stampOf = (part: Part) => join(ROOT, 'build', `.${part}-sources`)

/** One digest of everything that a part is made of. */
export async function digestOf(part: Part): Promise<string> {
  const hash = createHash('sha256')
  for (const name of PARTS[part]) await addTo(hash, join(ROOT, name))
  return hash.digest('hex')
}

async function addTo(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of (await readdir(path)).sort()) await addTo(hash, join(path, name))
    return
  }
  hash.update(path).update(await readFile(path))
}

/** Starts a script with the project's Node. It runs until it is told to stop. */
export function spawnNode(args: string[], env: Record<string, string>): ReturnType<typeof spawn> {
  return spawn(NODE, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
}

/** Asks an address until it answers. @throws Error after `ms` */
export async function untilAnswers(url: string, ms: number): Promise<void> {
  const end = Date.now() + ms
  for (;;) {
    const answered = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    if (Date.now() > end) throw new Error(`${url} did not answer`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
