import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../../scripts/processes.ts'

const run = promisify(execFile)
const UNITS = join(ROOT, 'ops/systemd')
/** systemd's measure of what a break-in could reach, from 0 to 100; a service without any limits has 96. */
const MAX_EXPOSURE = '15'

let folder: string
let names: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosko-units-'))
  names = await readdir(UNITS)
  for (const name of names) {
    const unit = await readFile(join(UNITS, name), 'utf8')
    const installed = unit
      .replaceAll('/usr/bin/node', process.execPath)
      .replace(/^(ExecStart|WorkingDirectory)=\/opt\/kiosko/gm, `$1=${ROOT}`)
    await writeFile(join(folder, name), installed)
  }
})
afterAll(() => rm(folder, { recursive: true }))

test('systemd understands every line of the units', async () => {
  const paths = names.map(name => join(folder, name))

  const { stderr } = await run('systemd-analyze', ['verify', '--man=no', ...paths])

  expect(names).toHaveLength(4)
  expect(stderr.split('\n').filter(line => line.includes('kiosko-'))).toEqual([])
})

test.each(['kiosko-web.service', 'kiosko-worker.service', 'kiosko-backup.service'])(
  'a break-in into %s reaches little',
  async name => {
    const scan = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, '--no-pager']

    const { stdout } = await run('systemd-analyze', [...scan, join(folder, name)])

    expect(stdout).toMatch(/Overall exposure level for .*: 1\.\d OK/)
  },
)

test('the web process starts the server as the image and npm do', async () => {
  const unit = await readFile(join(UNITS, 'kiosko-web.service'), 'utf8')
  const image = await readFile(join(ROOT, 'ops/Dockerfile'), 'utf8')
  const [, args] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(unit)!

  expect(image).toContain(
    `CMD ${JSON.stringify(['node', ...args!.split(' ')]).replaceAll(',', ', ')}`,
  )
})
