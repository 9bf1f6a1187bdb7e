import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFileScanner } from '#server/integrations/clamd.ts'
import { type ClamdServer, startClamd } from '#tools/clamd/clamd-server.ts'
import { EICAR, EICAR_SIGNATURE } from '#tools/clamd/eicar.ts'
import {
  FOR_SALE,
  HIDDEN,
  createCleanFile,
  createInfectedFile,
  findPublicly,
  readOwnProduct,
} from '#tools/test-app/scanned-shop.ts'
import { createTestApp } from '#tools/test-app/test-app.ts'

const MAX_BYTES = 2_000_000
/** clamd adds a suffix to the names of signatures that are not ClamAV's own. */
const SIGNATURE = `${EICAR_SIGNATURE}.UNOFFICIAL`

let clamd: ClamdServer
beforeAll(async () => {
  clamd = await startClamd({ maxBytes: MAX_BYTES })
}, 60_000)
afterAll(() => clamd.stop())

const zip = (text: string) => Buffer.from(zipSync({ 'a.txt': Buffer.from(text) }))
/** An archive of a few bytes whose content is larger than the scanner reads. */
const zipBomb = () =>
  Buffer.from(zipSync({ 'a.bin': new Uint8Array(20 * MAX_BYTES) }, { level: 9 }))

function streamOf(content: Buffer): Readable {
  const chunks: Buffer[] = []
  for (let start = 0; start < content.length; start += 65_536)
    chunks.push(content.subarray(start, start + 65_536))
  return Readable.from(chunks)
}

describe.each(['tcpUrl', 'unixUrl'] as const)('ClamAV’s daemon at its %s', address => {
  test.each([
    ['a clean file', () => randomBytes(100_000), { outcome: 'clean' }],
    ['a clean archive', () => zip('hello'), { outcome: 'clean' }],
    ['malware', () => Buffer.from(`x${EICAR}x`), { outcome: 'infected', signature: SIGNATURE }],
    ['malware in an archive', () => zip(EICAR), { outcome: 'infected', signature: SIGNATURE }],
    ['an archive with too much in it', zipBomb, { outcome: 'too_large' }],
  ])('ClamAV’s daemon reports %s', async (_, createContent, expected) => {
    const scanner = createFileScanner(clamd[address])

    expect(await scanner.scan(streamOf(createContent()))).toEqual(expected)
  })

  test('ClamAV’s daemon reports a file that is larger than its StreamMaxLength', async () => {
    const scanner = createFileScanner(clamd[address])
    const scan = () => scanner.scan(streamOf(randomBytes(MAX_BYTES + 1))).catch(() => undefined)

    await expect.poll(scan).toEqual({ outcome: 'above_stream_limit' })
  })

  test('ClamAV’s daemon tells its version', async () => {
    expect(await createFileScanner(clamd[address]).readVersion()).toMatch(/^ClamAV \d/)
  })
})

test('a marketplace with ClamAV sells clean files, refuses infected ones, and waits while the daemon is away', async () => {
  const shop = await createTestApp({ CLAMD_URL: clamd.tcpUrl })
  try {
    await shop.reset()
    const seller = await shop.seller()
    const clean = await shop.upload(seller, { file: createCleanFile() })
    const infected = await shop.upload(seller, { file: createInfectedFile() })
    await shop.waitForJobs()
    await clamd.stopDaemon()
    const late = await shop.upload(seller, { file: createCleanFile() })
    const hidden = await findPublicly(shop, late.id)
    await clamd.startDaemon()

    await expect.poll(() => findPublicly(shop, late.id)).toEqual(FOR_SALE)

    expect(hidden).toEqual(HIDDEN)
    expect(await findPublicly(shop, clean.id)).toEqual(FOR_SALE)
    expect(await findPublicly(shop, infected.id)).toEqual(HIDDEN)
    expect((await readOwnProduct(seller, infected.id)).fileScan).toMatchObject({
      refusal: 'malware',
      signature: SIGNATURE,
    })
  } finally {
    await shop.close()
  }
})
