import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT, runCommandOrThrow } from '../../scripts/processes.ts'

/** The migration that came first after the first release. */
const SECOND_MIGRATION = 'server/db/migrations/0001_refund_provider_id.sql'
const FIRST_MIGRATION = '0000_initial.sql'

const git = (...args: string[]): Promise<string> =>
  promisify(execFile)('git', args, { cwd: ROOT }).then(({ stdout }) => stdout.trim())

/**
 * Builds the first release, whose schema is that of `tools/fixtures/first-release`, in a folder beside other temporary
 * files. The folder is used again by the next call. It needs the whole history of the repository.
 * @returns the folder
 */
export async function buildFirstRelease(): Promise<string> {
  const log = ['log', '--diff-filter=A', '--format=%H', '--', SECOND_MIGRATION]
  const added = (await git(...log)).split('\n').at(-1)
  const commit = await git('rev-parse', `${added}^`)
  const folder = join(tmpdir(), `kiosko-${commit.slice(0, 12)}`)
  if (existsSync(join(folder, 'build/start/main.js'))) return folder
  if (!existsSync(folder)) await git('clone', '--quiet', '--no-checkout', ROOT, folder)
  await runCommandOrThrow('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder })
  const [released, fixture] = await Promise.all(
    [
      join(folder, 'server/db/migrations', FIRST_MIGRATION),
      join(ROOT, 'tools/fixtures/first-release/migrations', FIRST_MIGRATION),
    ].map(file => readFile(file, 'utf8')),
  )
  if (released !== fixture) throw new Error(`${commit} has another schema than the fixture`)
  await runCommandOrThrow('npm', ['install', '--no-save', '--loglevel=error'], { cwd: folder })
  await runCommandOrThrow('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}
