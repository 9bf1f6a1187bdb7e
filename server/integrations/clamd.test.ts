import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ClamdSimulator, startClamdSimulator } from '#simulators/clamd/start.ts'
import { EICAR, EICAR_SIGNATURE } from '#tools/clamd/eicar.ts'
import { findFreePort } from '#tools/database/postgres-server.ts'
import { createFileScanner, parseClamdUrl } from './clamd.ts'

const MAX_BYTES = 1_000_000
const IMPATIENT = { idleMs: 300, answerMs: 300 }

let clamd: ClamdSimulator
beforeAll(async () => {
  clamd = await startClamdSimulator({
    signatures: { [EICAR_SIGNATURE]: EICAR, 'Heuristics.Limits.Exceeded.MaxFileSize': 'nested' },
    maxBytes: MAX_BYTES,
  })
})
beforeEach(() => clamd.setFault('none'))
afterAll(() => clamd.close())

/** Returns a stream of bytes in chunks of 64 KiB, as the storage reads files. */
function streamOf(bytes: Buffer | string): Readable {
  const content = Buffer.from(bytes)
  const chunks: Buffer[] = []
  for (let start = 0; start < content.length; start += 65_536)
    chunks.push(content.subarray(start, start + 65_536))
  return Readable.from(chunks)
}

describe('a scan', () => {
  test.each([
    ['a clean file', 'hello', { outcome: 'clean' }],
    ['an empty file', '', { outcome: 'clean' }],
    ['a file of several chunks', randomBytes(300_000), { outcome: 'clean' }],
    ['malware', `x${EICAR}x`, { outcome: 'infected', signature: EICAR_SIGNATURE }],
    ['content above a limit of the scanner', 'nested', { outcome: 'too_large' }],
  ])('a scan by clamd reports %s', async (_, content, expected) => {
    expect(await createFileScanner(clamd.url).scan(streamOf(content))).toEqual(expected)
  })

  test('a scan by clamd reports a file that is larger than clamd accepts, and reads no more of it', async () => {
    const scanner = createFileScanner(clamd.url)
    const content = streamOf(randomBytes(20 * MAX_BYTES))

    // The answer is lost if the next chunk is written before it is read, as with clamd itself.
    await expect
      .poll(() => scanner.scan(streamOf(randomBytes(20 * MAX_BYTES))).catch(() => undefined))
      .toEqual({ outcome: 'above_stream_limit' })
    await scanner.scan(content).catch(() => undefined)

    expect(content.destroyed).toBe(true)
  })

  test.each(['hang', 'drop', 'fail'] as const)(
    'a scan by clamd fails in time if clamd should %s, and closes the file',
    async fault => {
      clamd.setFault(fault)
      const content = streamOf(randomBytes(200_000))

      await expect(createFileScanner(clamd.url, IMPATIENT).scan(content)).rejects.toThrow(/clamd/)

      expect(content.destroyed).toBe(true)
    },
  )

  test('a scan by clamd fails if the file stops in the middle', async () => {
    const content = new Readable({ read: () => undefined })
    content.push('the beginning')

    await expect(createFileScanner(clamd.url, IMPATIENT).scan(content)).rejects.toThrow(/clamd/)

    expect(content.destroyed).toBe(true)
  })

  test('a scan by clamd fails at once if the file cannot be read', async () => {
    const patience = { idleMs: 300_000, answerMs: 300_000 }
    const content = new Readable({
      read() {
        this.destroy(new Error('disk error'))
      },
    })

    await expect(createFileScanner(clamd.url, patience).scan(content)).rejects.toMatchObject({
      cause: { message: 'disk error' },
    })
  })

  test('a scan by clamd fails if nothing listens', async () => {
    const scanner = createFileScanner(`tcp://127.0.0.1:${await findFreePort()}`)
    const content = streamOf('hello')
    const closed = once(content, 'close')

    await expect(scanner.scan(content)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })

    await closed
  })
})

test('the version names the scanner and its signatures', async () => {
  expect(await createFileScanner(clamd.url).readVersion()).toMatch(/^ClamAV 1\.4\.6\/27800\//)
})

test.each([
  ['tcp://scanner:3311', { host: 'scanner', port: 3311 }],
  ['tcp://scanner', { host: 'scanner', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
])('the clamd address %s is parsed', (url, expected) => {
  expect(parseClamdUrl(url)).toEqual(expected)
})
