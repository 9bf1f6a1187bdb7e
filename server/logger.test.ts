import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { describeError } from './logger.ts'

test('only the code of a database error is logged', () => {
  const cause = Object.assign(new Error('duplicate key value: ana@mail.test'), { code: '23505' })
  const error = new DrizzleQueryError('insert into users values ($1)', ['ana@mail.test'], cause)

  const written = JSON.stringify(describeError(error))

  expect(written).toContain('code 23505')
  expect(written).not.toContain('ana@mail.test')
  expect(written).not.toContain('insert into')
})

test('the message of an error that is not from the database is logged', () =>
  expect(describeError(new TypeError('no such thing'))).toMatchObject({
    type: 'TypeError',
    message: 'no such thing',
  }))

test('email addresses in the message and the stack of an error are not logged, and paths of packages are', () => {
  const error = new Error('450 4.2.0 <ana.perez+tag@mail.test>: try again later')
  error.stack += '\n    at send (node_modules/@fastify/multipart/index.js:1:2)'

  const { message, stack } = describeError(error)

  expect(message).toBe('450 4.2.0 <[email]>: try again later')
  expect(stack).not.toContain('mail.test')
  expect(stack).toContain('node_modules/@fastify/multipart/index.js:1:2')
})

const LOG = JSON.stringify(join(import.meta.dirname, 'logger.ts'))

test('lines that are still buffered are written when the process exits', async () => {
  const code = `import { createLogger } from ${LOG}
    const log = createLogger('info')
    for (let n = 1; n <= 500; n++) log.info('line ' + n)
    process.exit()`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    code,
  ])

  const lines = stdout.trimEnd().split('\n')
  const messages = lines.map(line => (JSON.parse(line) as { msg: string }).msg)
  expect(messages).toHaveLength(500)
  // A write that was in progress when the process exited may arrive after the last line.
  expect(messages).toContain('line 500')
})

test('a single line is written after the flush interval, before the buffer is full', async () => {
  const code = `import { createLogger } from ${LOG}
    process.stdin.resume()
    createLogger('info').info('a single line')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code])
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))

  await expect.poll(() => text).toContain('a single line')

  child.kill('SIGKILL')
})
