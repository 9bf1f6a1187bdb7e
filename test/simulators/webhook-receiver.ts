import Fastify from 'fastify'

/** A notice as it arrived at the application. */
interface ReceivedWebhook {
  query: Record<string, string>
  headers: Record<string, string | undefined>
  body: Record<string, unknown>
}

/** The application's side of the webhook: keeps what comes, answers as told. Close it with `await using`. */
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
