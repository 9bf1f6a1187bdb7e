import { type Readable, Transform, pipeline } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { type GrantedFile, addFileUses } from './queries.ts'

/** The bytes of a file version that a connection did not get. */
interface UnsentBytes extends GrantedFile {
  bytes: number
}

/**
 * Passes a stream on. If the connection breaks before its end, the bytes that were not sent are returned to the grants,
 * so that resuming the download costs nothing.
 * @param bytes the length of the stream
 * @param findUnsent returns what was not sent of each file, of a stream of which this number of bytes was sent
 */
export function returnUnsentBytes(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  stream: Readable,
  bytes: number,
  findUnsent: (sentBytes: number) => UnsentBytes[],
): Readable {
  let sentBytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sentBytes += chunk.length
      done(null, chunk)
    },
  })
  return pipeline(stream, counter, () => {
    if (sentBytes >= bytes) return
    const unsent = findUnsent(sentBytes)
    const uses = unsent.map(({ grantId, fileId, bytes: unsentBytes }) => ({
      grantId,
      fileId,
      downloads: 0,
      unsentBytes,
    }))
    addFileUses(db, uses).catch((error: unknown) =>
      log.error({ err: error, unsent }, 'bytes of a broken download were not returned'),
    )
  })
}
