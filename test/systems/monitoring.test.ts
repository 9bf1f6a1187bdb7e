import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { installDebianPackages } from '#tools/debian-packages.ts'

const FOLDER = join(import.meta.dirname, '../../ops/monitoring')
const promtool = (...args: string[]) => promisify(execFile)('promtool', args, { cwd: FOLDER })

beforeAll(() => installDebianPackages(['prometheus']), 300_000)

test('each alert fires on its planted series, and is silent on healthy ones', async () => {
  expect((await promtool('check', 'rules', 'alerts.yaml')).stdout).toContain('SUCCESS')
  expect((await promtool('test', 'rules', 'alerts.test.yaml')).stdout).toContain('SUCCESS')
})

test('the configuration of Prometheus is valid', async () => {
  const { stdout } = await promtool('check', 'config', '--syntax-only', 'prometheus.yaml')
  expect(stdout).toContain('SUCCESS')
})

test('Prometheus understands each query of the dashboard', async () => {
  const dashboard = JSON.parse(await readFile(join(FOLDER, 'grafana/kiosko.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const rules = dashboard.panels
    .flatMap(({ targets }) => targets)
    .map(({ expr }, index) => ({ record: `panel:query${index}`, expr }))
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-dashboard-'))
  const file = join(folder, 'queries.yaml')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))

  const { stdout } = await promtool('check', 'rules', file)

  expect(stdout).toContain(`${rules.length} rules found`)
  await rm(folder, { recursive: true })
})
