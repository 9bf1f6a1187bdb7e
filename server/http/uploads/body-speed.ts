import type { IncomingMessage } from 'node:http'

/** The least speed of a request body: a number of bytes in each period. */
export interface LeastSpeed {
  bytes: number
  periodMs: number
}

/** Every body must arrive at this speed, or end. A phone with a bad connection sends several times as much. */
const LEAST_SPEED: LeastSpeed = { bytes: 64 * 1024, periodMs: 20_000 }

/**
 * Closes the connection of a request whose body arrives too slowly. A client that lost its connection, or sends single
 * bytes on purpose, would otherwise occupy a connection, and the upload slot of a seller, for the time that a large
 * file may take. A body that the server itself does not read, such as that of an upload that waits for a slot, is not
 * too slow.
 */
export function closeSlowBody(request: IncomingMessage, speed = LEAST_SPEED): void {
  const { headers, socket } = request
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!hasBody) return
  let bytesBefore = socket.bytesRead
  const check = setInterval(() => {
    const isTooSlow = socket.bytesRead - bytesBefore < speed.bytes
    bytesBefore = socket.bytesRead
    // A body that is read chunk by chunk does not flow.
    const isRead = request.readableFlowing || request.listenerCount('readable') > 0
    if (isTooSlow && isRead && !request.complete) socket.destroy()
  }, speed.periodMs)
  request.once('close', () => clearInterval(check))
}
