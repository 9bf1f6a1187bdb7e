import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT, runCommandOrThrow } from '../../scripts/processes.ts'

/** The subject of the commit after which stored tables, jobs and secrets have had the form of a release. */
const FIRST_RELEASE = 'Drop what only earlier versions of the code wrote'

const git = (...args: string[]): Promise<string> =>
  promisify(execFile)('git', args, { cwd: ROOT }).then(({ stdout }) => stdout.trim())

/**
 * Builds the first release. It needs the history of the repository back to its commit.
 * @returns the folder
 */
export const buildFirstRelease = async (): Promise<string> =>
  buildRelease(await git('log', '-1', '--format=%H', `--grep=^${FIRST_RELEASE}$`))

/**
 * Builds a release of the past in a folder beside other temporary files. The folder is used again by the next call.
 * @param commit a name of the commit
 * @returns the folder
 */
export async function buildRelease(commit: string): Promise<string> {
  const hash = await git('rev-parse', commit)
  const folder = join(tmpdir(), `kiosko-${hash.slice(0, 12)}`)
  if (existsSync(join(folder, 'build/start/main.js'))) return folder
  if (!existsSync(folder)) await git('clone', '--quiet', '--no-checkout', ROOT, folder)
  await runCommandOrThrow('git', ['checkout', '--quiet', '--detach', hash], { cwd: folder })
  await runCommandOrThrow('npm', ['install', '--no-save', '--loglevel=error'], { cwd: folder })
  await runCommandOrThrow('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}
