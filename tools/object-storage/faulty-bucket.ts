import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The requests that fail, and how: with status 500, without an answer, or with an answer that ends before its body. */
interface BucketFault {
  method: string
  /** Matches the path and the query. */
  url: RegExp
  kind: 'status 500' | 'no answer' | 'no body'
  /** How often the fault happens. */
  times: number
}

/** Starts a proxy in front of an object storage, in which chosen requests fail. */
export async function startFaultyBucket(endpoint: string) {
  let faults: BucketFault[] = []
  const failed: string[] = []
  const forwarded: string[] = []
  const server = createServer((incoming, response) => {
    const { method = '', url = '', headers } = incoming
    const fault = faults.find(
      fault => fault.method === method && fault.url.test(url) && fault.times > 0,
    )
    if (fault) {
      fault.times -= 1
      failed.push(`${method} ${url}`)
      incoming.resume()
      if (fault.kind === 'status 500') response.writeHead(500).end()
      if (fault.kind === 'no body') {
        response.writeHead(200, { 'content-length': '1000' }).flushHeaders()
        response.destroy()
      }
      return
    }
    forwarded.push(`${method} ${url}`)
    const outgoing = request(`${endpoint}${url}`, { method, headers }, answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests that failed, and those that reached the object storage, as `METHOD url`. */
    failed,
    forwarded,
    /** Sets the faults from now on, and forgets the requests so far. */
    setFaults(...next: BucketFault[]): void {
      faults = next
      failed.length = 0
      forwarded.length = 0
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type FaultyBucket = Awaited<ReturnType<typeof startFaultyBucket>>
