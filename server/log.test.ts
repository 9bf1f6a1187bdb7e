import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { createLog, describeError } from './log.ts'

test('of a database’s error only its code is written down', () => {
  const cause = Object.assign(new Error('duplicate key value: ana@mail.test'), { code: '23505' })
  const error = new DrizzleQueryError('insert into users values ($1)', ['ana@mail.test'], cause)

  const written = JSON.stringify(describeError(error))

  expect(written).toContain('code 23505')
  expect(written).not.toContain('ana@mail.test')
  expect(written).not.toContain('insert into')
})

test('of our own errors the message is', () =>
  expect(describeError(new TypeError('no such thing'))).toMatchObject({
    type: 'TypeError',
    message: 'no such thing',
  }))

test('without a place of its own the log goes to standard output, warnings at once', () => {
  const log = createLog('silent')

  log.warn('nobody reads this')
  expect(log.level).toBe('silent')
})
