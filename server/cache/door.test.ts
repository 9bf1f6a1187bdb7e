import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { updateProduct } from '#contract/catalog/products.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMIT_FACTOR: '1', METRICS_TOKEN: 'count' }, { pages: true })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

/** As the wire has it, without what differs by the second. */
function ask(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; head: string[]; body: string }>((resolve, reject) => {
    get(shop.origin + path, { headers }, reply => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => {
        const pairs = reply.rawHeaders.flatMap((name, index, all) =>
          index % 2 === 0 ? [`${name.toLowerCase()}: ${all[index + 1]}`] : [],
        )
        resolve({
          status: reply.statusCode ?? 0,
          head: pairs.filter(pair => !/^(date|keep-alive|connection):/.test(pair)).toSorted(),
          body: Buffer.concat(parts).toString('base64'),
        })
      })
    }).on('error', reject)
  })
}

const answersCounted = async (route: string) => {
  const reply = await fetch(`${shop.origin}/metrics`, {
    headers: { authorization: 'Bearer count' },
  })
  const line = (await reply.text())
    .split('\n')
    .find(
      text => text.startsWith('http_request_seconds_count') && text.includes(`route="${route}"`),
    )
  return Number(line?.split(' ').at(-1))
}

test('the third answer from memory is the second one, byte for byte and header for header', async () => {
  const song = await shop.publish(await shop.seller())
  for (const path of [`/product/${song.id}`, '/', `/api/public/product/${song.id}`])
    for (const accepts of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': accepts }
      const answers = []
      for (let n = 0; n < 4; n++) answers.push(await ask(path, headers))

      // What the first says of itself is the same too, however it was sent.
      for (const answer of answers) expect(answer, `${path} ${accepts}`).toEqual(answers[1])
    }
})

test('in front of the router languages stay apart, and a change shows at once', async () => {
  const ana = await shop.seller()
  const song = await shop.publish(ana, { name: 'Zamba del sur' })
  const path = `/api/public/product/${song.id}`
  const both = async () => {
    const answers = []
    for (const cookie of ['lang=es', 'x=y; lang=en', 'lang=es', 'lang=en'])
      answers.push(Buffer.from((await ask(path, { cookie })).body, 'base64').toString())
    return answers
  }
  await both()

  const [spanish, english, spanishAgain, englishAgain] = await both()
  expect(spanishAgain).toBe(spanish)
  expect(englishAgain).toBe(english)
  expect(english).not.toBe(spanish)

  await ana.call(updateProduct, { params: { id: song.id }, form: { name: 'Chacarera' } })
  for (const text of await both()) expect(text).toContain('Chacarera')
})

test('a visitor who has the page already, and one who picks a language, go the long way', async () => {
  const song = await shop.publish(await shop.seller())
  const path = `/product/${song.id}`
  for (let n = 0; n < 3; n++) await ask(path)
  const etag = (await ask(path)).head.find(pair => pair.startsWith('etag'))!.slice(6)

  expect((await ask(path, { 'if-none-match': etag })).status).toBe(304)
  const chosen = await ask(`${path}?lang=en`)
  expect(chosen.head.some(pair => pair.startsWith('set-cookie: lang=en'))).toBe(true)
  const again = await ask(`${path}?lang=en`)
  expect(again.head).toEqual(chosen.head)
})

test('what is answered in front of the router is counted with the rest, and refused with it', async () => {
  const song = await shop.publish(await shop.seller())
  const path = `/api/public/product/${song.id}`
  const route = '/api/public/product/:id'
  const before = (await answersCounted(route)) || 0

  const statuses = []
  for (let n = 0; n < 601; n++) statuses.push((await ask(path)).status)

  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(429)
  const answered = statuses.filter(status => status === 200).length
  expect((await answersCounted(route)) - before).toBe(answered)
})
