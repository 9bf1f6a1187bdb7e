import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT, runCommandOrThrow } from '../../scripts/processes.ts'

const FIRST_MIGRATION = 'server/db/migrations/0000_initial.sql'

const git = (...args: string[]): Promise<string> =>
  promisify(execFile)('git', args, { cwd: ROOT }).then(({ stdout }) => stdout.trim())

/**
 * Builds the first release, which is the commit that gave the first migration its final form, in a folder beside other
 * temporary files. The folder is used again by the next call. It needs the history of the repository back to that commit.
 * @returns the folder
 */
export async function buildFirstRelease(): Promise<string> {
  const commit = await git('log', '-1', '--format=%H', '--', FIRST_MIGRATION)
  const folder = join(tmpdir(), `kiosko-${commit.slice(0, 12)}`)
  if (existsSync(join(folder, 'build/start/main.js'))) return folder
  if (!existsSync(folder)) await git('clone', '--quiet', '--no-checkout', ROOT, folder)
  await runCommandOrThrow('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder })
  await runCommandOrThrow('npm', ['install', '--no-save', '--loglevel=error'], { cwd: folder })
  await runCommandOrThrow('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}
