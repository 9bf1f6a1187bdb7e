// Starts a script of this folder with the project's own Node. This file is plain JavaScript for any Node from 18 on,
// because nothing is installed on a fresh clone.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [script, ...args] = process.argv.slice(2)

// `npm install` installs the versions of the lock file, as `npm ci` does, but does not delete node_modules first, and
// goes on if the registry does not serve a binary for another platform.
const INSTALL = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']

const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
const installedLock = join(root, 'node_modules', '.kiosko-lock')
if (!existsSync(installedLock) || readFileSync(installedLock, 'utf8') !== lock) {
  console.log('Installing what the project needs (once) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, INSTALL, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(installedLock, lock)
}

const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const child = spawn(node, [join(root, 'scripts', `${script}.ts`), ...args], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
// npm does not forward every signal, so the child is also stopped when the parent process has ended.
const parent = process.ppid
setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1000).unref()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
