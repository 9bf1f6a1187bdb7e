import Fastify from 'fastify'

/** A webhook that the receiver got. */
interface ReceivedWebhook {
  query: Record<string, string>
  headers: Record<string, string | undefined>
  body: Record<string, unknown>
}

/**
 * Starts an HTTP server that stores the webhooks it receives. `answer` gets the number of the webhook and returns the
 * status code. `await using` closes the server.
 */
export async function startWebhookReceiver(answer: (count: number) => number = () => 200) {
  const received: ReceivedWebhook[] = []
  const app = Fastify({ forceCloseConnections: true })
  app.post('/webhook', (request, reply) => {
    const { query, headers, body } = request as ReceivedWebhook & typeof request
    received.push({ query, headers, body })
    return reply.code(answer(received.length)).send()
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: `${origin}/webhook`,
    received,
    [Symbol.asyncDispose]: () => app.close(),
  }
}
