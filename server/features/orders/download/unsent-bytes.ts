import { type Readable, Transform, pipeline } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/client.ts'
import { type UnsentBytes, addUnsentBytes } from './queries.ts'

/**
 * Passes a stream on. If the connection breaks before its end, the bytes that were not sent are returned to the grants, so
 * that resuming the download costs nothing.
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
    addUnsentBytes(db, unsent).catch((error: unknown) =>
      log.error({ err: error, unsent }, 'bytes of a broken download were not returned'),
    )
  })
}
