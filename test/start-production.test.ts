import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** The root of the repository, in which the test runs the server built by `npm run build`. */

const ROOT = resolve(import.meta.dirname, '..')

test('npm run start:production runs in production mode if APP_ENV is not set', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const [node = '', ...args] = scripts['start:production']!.split(' ')

  const { status, stderr } = spawnSync(node, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })

  expect(status).toBe(1)
  expect(stderr).toContain('Error en las variables de entorno')
  expect(stderr).toContain('ENCRYPTION_KEYS es obligatoria')
})
