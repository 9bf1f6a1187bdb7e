import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { runCommand } from '../scripts/processes.ts'

/**
 * Installs the Debian packages that are missing on this machine, with which tests run the marketplace.
 * @throws Error with the command to run, if this process is not allowed to install packages
 */
export async function installDebianPackages(names: readonly string[]): Promise<void> {
  const missing: string[] = []
  for (const name of names) if (!(await isInstalled(name))) missing.push(name)
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0) throw new Error(`Install first: sudo apt-get ${install.join(' ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], install])
    if ((await runCommand('apt-get', ['--quiet', '--quiet', ...args], { env })) !== 0)
      throw new Error(`apt-get ${args.join(' ')} failed`)
}

const isInstalled = (name: string): Promise<boolean> =>
  promisify(execFile)('dpkg-query', ['--show', '--showformat=${db:Status-Abbrev}', name]).then(
    ({ stdout }) => stdout.startsWith('ii'),
    () => false,
  )
