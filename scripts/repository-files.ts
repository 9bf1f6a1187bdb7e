import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** Lists the paths of all files in the repository, new files included, without the files that Git ignores. */
export function listRepositoryFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  // Git also lists files that are deleted but not committed as deleted.
  return output
    .trim()
    .split('\n')
    .filter(path => existsSync(join(ROOT, path)))
}
