import { type Hash, createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { getUser } from '#contract/accounts/user.ts'
import { ARCHIVE_PROGRAMS, checkArchive } from '#tools/archive-programs.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk, linkMercadoPago, registerCreator } from '#tools/api-client/creator.ts'
import { insertFilesOnSale } from '#tools/database/insert-file.ts'
import { insertProductOnSale } from '#tools/test-app/rows.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { measurePeakMemory, readResidentBytes, SAMPLE_MS } from './shared/memory.ts'
import { publishReport } from './shared/report.ts'

/**
 * Downloads all files of an order in one archive, whole and in two parts, and has three programs check it. Usage:
 * `node bench/archive.ts [size in GB]`. The files are sparse and the archive is written with holes, so that it takes
 * little room on the disk: `apt-get install unzip p7zip-full libarchive-tools` installs the programs.
 */
const MB = 1024 ** 2
const GB = 1024 ** 3
const MAX_EXTRA_MB = 64
/** Each file begins and ends with random bytes, and has some in its middle. */
const NOISE_BYTES = MB
const FILES = 4
const ZEROS = Buffer.alloc(MB)

const totalBytes = Number(process.argv[2] ?? 20) * GB

/** Writes a sparse file with some random bytes, and returns its checksums. */
async function writeSparseFile(path: string, bytes: number) {
  const file = await open(path, 'w')
  try {
    await file.truncate(bytes)
    for (const position of [0, Math.floor(bytes / 2), bytes - NOISE_BYTES])
      await file.write(randomBytes(NOISE_BYTES), 0, NOISE_BYTES, position)
  } finally {
    await file.close()
  }
  let checksum = 0
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 4 * MB })) {
    checksum = crc32(chunk as Buffer, checksum)
    digest.update(chunk as Buffer)
  }
  return { crc32: checksum, sha256: digest.digest('hex') }
}

/**
 * Downloads a part of an archive, continues its digest and writes it with holes where it has zeros.
 * @param end the byte at which the connection is broken; undefined to read all
 * @returns the first byte that was not read
 */
async function downloadPart(
  url: string,
  { start, end = Infinity }: { start: number; end?: number },
  digest: Hash,
  file?: FileHandle,
): Promise<number> {
  const abort = new AbortController()
  const reply = await fetch(url, {
    headers: start > 0 ? { range: `bytes=${start}-` } : {},
    signal: abort.signal,
  })
  if (!reply.ok) throw new Error(`status ${reply.status}`)
  let position = start
  for await (const received of reply.body!) {
    const chunk = Buffer.from(received).subarray(0, end - position)
    digest.update(chunk)
    if (file && !chunk.equals(ZEROS.subarray(0, chunk.length)))
      await file.write(chunk, 0, chunk.length, position)
    position += chunk.length
    if (position >= end) break
  }
  abort.abort()
  return position
}

await buildIfNeeded()
const folder = await mkdtemp(join(tmpdir(), 'kiosko-archive-'))
const testServer = await startTestServer()
try {
  await testServer.start()
  const pid = testServer.pid()!
  const seller = new ApiClient(testServer.origin)
  await registerCreator(seller, 'seller@creators.test', email => testServer.waitForMailText(email))
  await linkMercadoPago(seller)
  const { id: sellerId } = expectOk(await seller.call(getUser, {}))
  const { db, config } = await testServer.openRows()
  const product = await insertProductOnSale({ db, config }, sellerId)
  await mkdir(join(config.dataDir, 'storage/files', String(sellerId)), { recursive: true })
  const files = []
  for (let number = 1; number <= FILES; number += 1) {
    const storageKey = `${sellerId}/${randomUUID()}`
    const sizeBytes = totalBytes / FILES + number
    const checksums = await writeSparseFile(
      join(config.dataDir, 'storage/files', storageKey),
      sizeBytes,
    )
    files.push({
      ...checksums,
      storageKey,
      sizeBytes,
      productId: product.id,
      fileName: `Clase ${number}.mp4`,
      type: 'mp4',
      mime: 'video/mp4',
    })
  }
  await insertFilesOnSale(db, product.id, files)

  const buyer = new ApiClient(testServer.origin)
  const { init_point } = expectOk(
    await buyer.call(createPreference, {
      body: { products: [{ id: product.id }], payerEmail: 'buyer@mail.test' },
    }),
  )
  await testServer.provider.pay({
    preferenceId: new URL(init_point).searchParams.get('pref_id')!,
    outcome: 'approved',
  })
  const token = /\/order\/([\w-]+)/.exec(await testServer.waitForMailText('buyer@mail.test'))![1]!
  const readOrder = async () =>
    expectOk(await buyer.call(getOrder, { params: { token }, query: {} }))
  const { downloadUrl, sizeBytes } = (await readOrder()).archive!
  // The first download loads modules, whose memory is part of the idle process.
  await fetch(downloadUrl, { headers: { range: 'bytes=-22' } }).then(reply => reply.arrayBuffer())
  const idle = await readResidentBytes(pid)

  const path = join(folder, 'all.zip')
  const archive = await open(path, 'w')
  const whole = createHash('sha256')
  const first = await measurePeakMemory(
    () => pid,
    () => downloadPart(downloadUrl, { start: 0 }, whole, archive),
  )
  await archive.close()

  const cut = randomInt(Math.min(sizeBytes, 2 ** 47))
  const resumed = createHash('sha256')
  const second = await measurePeakMemory(
    () => pid,
    async () => {
      const position = await downloadPart(downloadUrl, { start: 0, end: cut }, resumed)
      const startedAt = performance.now()
      const reply = await fetch(downloadUrl, { headers: { range: `bytes=${position}-` } })
      const firstByteMs = performance.now() - startedAt
      await reply.body!.cancel()
      return { firstByteMs, end: await downloadPart(downloadUrl, { start: position }, resumed) }
    },
  )
  const isSame = whole.digest('hex') === resumed.digest('hex') && second.result.end === sizeBytes

  const opened: string[] = []
  for (const program of ARCHIVE_PROGRAMS)
    await checkArchive(program, path).then(
      () => opened.push(program),
      (error: unknown) => console.error(error),
    )

  const over = (bytes: number) => `+${((bytes - idle) / MB).toFixed(1)} MB`
  const promised = `<= +${MAX_EXTRA_MB} MB`
  const kept = (bytes: number) => bytes - idle <= MAX_EXTRA_MB * MB
  const programs = ARCHIVE_PROGRAMS.join(', ')
  await publishReport('archive', {
    title: `All files of an order in one archive of ${(sizeBytes / GB).toFixed(0)} GB`,
    how: `${FILES} sparse files on the disk. The server's memory is sampled every ${SAMPLE_MS} ms; idle ${(idle / MB).toFixed(0)} MB. The download took ${(first.ms / 1000).toFixed(0)} s, with the digest and the checks of the client on the same machine; it was cut at byte ${cut} and continued.`,
    figures: [
      { what: 'download', measured: over(first.peak), promised, isKept: kept(first.peak) },
      {
        what: 'cut and continued',
        measured: over(second.peak),
        promised,
        isKept: kept(second.peak),
      },
      {
        what: 'first byte after the cut',
        measured: `${second.result.firstByteMs.toFixed(0)} ms`,
        promised: '<= 1000 ms',
        isKept: second.result.firstByteMs <= 1000,
      },
      {
        what: 'the same bytes',
        measured: isSame ? 'yes' : 'no',
        promised: 'yes',
        isKept: isSame,
      },
      {
        what: 'programs that find it whole',
        measured: opened.join(', '),
        promised: programs,
        isKept: opened.length === ARCHIVE_PROGRAMS.length,
      },
    ],
  })
} finally {
  await testServer.close()
  await rm(folder, { recursive: true })
}
