import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP's JSON encoding sends it. */
interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number }
}

/** A span that was received, with its attributes by their names. */
export interface ReceivedSpan extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, string | number | undefined>
}

interface ExportRequest {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
}

/** The kinds of spans by OTLP's numbers. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const

/** A collector that receives traces by OTLP over HTTP and keeps them. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const texts: string[] = []
  let isHanging = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      texts.push(JSON.stringify(request.headers), text)
      if (isHanging) return
      if (request.url !== '/v1/traces') {
        response.writeHead(404).end()
        return
      }
      const { resourceSpans } = JSON.parse(text) as ExportRequest
      for (const { scopeSpans } of resourceSpans)
        for (const sent of scopeSpans.flatMap(scope => scope.spans)) spans.push(toReceived(sent))
      response.setHeader('content-type', 'application/json')
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    /** Everything that was received: headers and bodies. */
    texts,
    /** Makes the collector accept requests without ever answering them, until `answer` is called. */
    hang(): void {
      isHanging = true
    },
    answer(): void {
      isHanging = false
    },
    close: () =>
      new Promise(resolve => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

function toReceived({ attributes, ...span }: SentSpan): ReceivedSpan {
  const pairs = attributes.map(
    ({ key, value }) => [key, value.stringValue ?? Number(value.intValue)] as const,
  )
  return { ...span, attributes: Object.fromEntries(pairs) }
}
