import { type SpawnOptions, spawn } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/**
 * Node's arguments that keep the memory of a process low. The small young generation frees the chunks of a transferred
 * file early (measured by bench/uploads.ts). The limit of the old generation makes V8 collect garbage earlier
 * (docs/design/cache.md).
 */
export const MEMORY_ARGS = ['--max-semi-space-size=8', '--max-old-space-size=400']
/** Node's arguments for the built server, the same as in `start:production` of package.json. */
export const SERVER_ARGS = [...MEMORY_ARGS, 'build/start/main.js']

/**
 * Environment variables of the server's processes, the same as in the Dockerfile and the systemd units. glibc keeps
 * freed memory apart for each thread; with at most two such pools a process that has answered all kinds of requests
 * takes 50 to 60 MB less, and a page that is not cached about 1 ms more processor time.
 */
export const SERVER_ENV = { MALLOC_ARENA_MAX: '2' }

/** Runs a command and resolves to its exit code. Commands of `node_modules/.bin` are found by their name. */
export function runCommand(
  command: string,
  args: string[],
  options: SpawnOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const path = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: 'inherit',
      ...options,
      env: { ...process.env, PATH: path, ...options.env },
    })
    child.once('error', reject)
    child.once('exit', code => resolve(code ?? 1))
  })
}

/**
 * Runs a command and waits for its end.
 * @throws Error if its exit code is not 0
 */
export async function runCommandOrThrow(
  command: string,
  args: string[],
  options?: SpawnOptions,
): Promise<void> {
  const code = await runCommand(command, args, options)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
}

/** Starts a script with the project's Node and returns the running process. */
export function spawnNode(args: string[], env: Record<string, string>): ReturnType<typeof spawn> {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}

/**
 * Polls a URL until it answers with a success status.
 * @throws Error after `ms` milliseconds
 */
export async function waitUntilReachable(url: string, ms: number): Promise<void> {
  const end = Date.now() + ms
  for (;;) {
    const isReachable = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReachable) return
    if (Date.now() > end) throw new Error(`${url} did not answer`)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}
