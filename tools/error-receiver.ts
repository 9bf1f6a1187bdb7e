import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An error as Sentry's protocol sends it. */
export interface ReceivedError {
  tags: Record<string, string>
  extra: { suppressed: number }
  exception: {
    values: { type: string; value: string; stacktrace: { frames: { filename?: string }[] } }[]
  }
}

/** A service that receives error reports by Sentry's protocol and keeps them. */
export async function startErrorReceiver() {
  const errors: ReceivedError[] = []
  const texts: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      texts.push(text)
      // An envelope has a header, then a header and a body for each item, one a line.
      errors.push(JSON.parse(text.split('\n')[2]!) as ReceivedError)
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://publickey@127.0.0.1:${port}/7`,
    errors,
    /** Everything that was received. */
    texts,
    close: () => new Promise(resolve => server.close(resolve)),
  }
}
