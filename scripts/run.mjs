// Starts a script of this folder with the project's own Node. Plain JavaScript that any Node from 18 on runs:
// on a fresh clone nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [script, ...words] = process.argv.slice(2)

// Not `npm ci`: it refuses a lock file in which a binary for another platform has no entry, as it has none when
// the registry that wrote it did not serve that platform. The versions are the lock file's all the same.
const INSTALL = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']

const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
const installed = join(root, 'node_modules', '.kiosko-lock')
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  console.log('Installing what the project needs (once) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, INSTALL, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
  writeFileSync(installed, lock)
}

const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
const child = spawn(node, [join(root, 'scripts', `${script}.ts`), ...words], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
// npm does not pass every signal on: when it is gone, so is the reason to run.
const parent = process.ppid
setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 1000).unref()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
