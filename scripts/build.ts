import { createHash } from 'node:crypto'
import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, runCommandOrThrow } from './processes.ts'

const MESSAGE_SOURCES = ['messages', 'scripts/messages.ts', 'scripts/compile-messages.ts']
const SHARED_SOURCES = ['contract', 'package-lock.json', ...MESSAGE_SOURCES]
/** The source files and folders of each part of the build. If one of them changes, the part must be built again. */
const BUILD_SOURCES = {
  messages: MESSAGE_SOURCES,
  web: [
    ...SHARED_SOURCES,
    'scripts/compress-assets.ts',
    'scripts/public-chunks.ts',
    'web',
    'vite.config.ts',
    'react-router.config.ts',
    'tsconfig.json',
  ],
  server: [...SHARED_SOURCES, 'scripts/bundle-server.ts', 'scripts/node-bundle.ts', 'server'],
  programs: [
    'contract',
    'package-lock.json',
    'scripts/bundle-programs.ts',
    'scripts/node-bundle.ts',
    'server',
  ],
}
type BuildPart = keyof typeof BUILD_SOURCES

/**
 * Builds the web app, the server and its programs if the build is missing or older than the sources. Builds only the
 * server and its programs if no source of the web app has changed.
 */
export async function buildIfNeeded(): Promise<void> {
  if (!(await isBuilt('web'))) {
    console.log('Building …')
    const sourceDigest = await digestSources('web')
    await runCommandOrThrow('npm', ['run', '--silent', 'build'], {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await recordBuild('web', sourceDigest)
    return
  }
  for (const part of ['programs', 'server'] as const)
    if (!(await isBuilt(part)))
      await runCommandOrThrow(process.execPath, [`scripts/bundle-${part}.ts`], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
}

/** Tells whether a part is built from the sources as they are now. */
export async function isBuilt(part: BuildPart): Promise<boolean> {
  const builtDigest = await readFile(stampPath(part), 'utf8').catch(() => undefined)
  return builtDigest === (await digestSources(part))
}

/**
 * Records the digest of the sources that a part was built from.
 * @param sourceDigest the digest before the build began, because a file saved during the build is possibly not in it
 */
export async function recordBuild(part: BuildPart, sourceDigest: string): Promise<void> {
  await writeFile(stampPath(part), sourceDigest)
}

const stampPath = (part: BuildPart) =>
  part === 'messages'
    ? join(ROOT, '.messages', '.sources')
    : join(ROOT, 'build', `.${part}-sources`)

/** Computes one digest of all sources of a part of the build. */
export async function digestSources(part: BuildPart): Promise<string> {
  const hash = createHash('sha256')
  for (const name of BUILD_SOURCES[part]) await addToHash(hash, join(ROOT, name))
  return hash.digest('hex')
}

async function addToHash(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of (await readdir(path)).sort()) await addToHash(hash, join(path, name))
    return
  }
  hash.update(path).update(await readFile(path))
}
