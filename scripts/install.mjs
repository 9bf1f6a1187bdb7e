// Installs the packages of a folder that has a package.json and a lock file. This file is plain JavaScript for any Node
// from 18 on, because nothing is installed on a fresh clone.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// `npm install` installs the versions of the lock file, as `npm ci` does, but does not delete node_modules first, and
// goes on if the registry does not serve a binary for another platform.
const OPTIONS = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']

/**
 * Runs `npm install` in a folder unless the packages of its lock file are installed. Ends the process with the status
 * of npm if that fails.
 * @param {string} folder the absolute path of the folder
 * @param {string} purpose what needs the packages, for the line that is printed
 */
export function installPackages(folder, purpose) {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const installedLock = join(folder, 'node_modules', '.kiosko-lock')
  if (existsSync(installedLock) && readFileSync(installedLock, 'utf8') === lock) return
  console.log(`Installing what ${purpose} needs (once) …`)
  runNpm(folder, ['install', ...OPTIONS])
  // The install script of the package node leaves a second copy of Node, with 68 MB of headers for C.
  runNpm(folder, ['prune', ...OPTIONS])
  writeFileSync(installedLock, lock)
}

/** @param {string} folder @param {string[]} args */
function runNpm(folder, args) {
  const isWindows = process.platform === 'win32'
  const npm = isWindows ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, args, { cwd: folder, stdio: 'inherit', shell: isWindows })
  if (status !== 0) process.exit(status ?? 1)
}
