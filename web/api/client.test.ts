import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPreference, getOrder } from '#contract/orders/orders.ts'
import { callEndpoint } from './client.ts'

let server: Server
let answer: { status: number; body: string }
let requests: number

// The browser resolves the client's paths against the page's address; here a local server stands for it.
beforeEach(async () => {
  requests = 0
  server = createServer((_, response) => {
    requests += 1
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(origin + path, init))
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.close()
})

const buy = () =>
  callEndpoint(createPreference, {
    body: { products: [{ id: 1 }], payerEmail: 'buyer@mail.test' },
    idempotencyKey: 'key',
  })
const readOrder = () => callEndpoint(getOrder, { params: { token: 'token' }, query: {} })

describe('callEndpoint', () => {
  test.each([
    [502, 'ERROR_UNEXPECTED_SERVER'],
    [503, 'ERROR_SERVICE_UNAVAILABLE'],
  ])(
    'callEndpoint does not make a buyer wait for repetitions of a purchase answered with %d %s',
    async (status, code) => {
      answer = { status, body: JSON.stringify({ code, message: '' }) }

      expect(await buy()).toMatchObject({ ok: false, status, code })

      expect(requests).toBe(1)
    },
  )

  test('callEndpoint repeats a purchase three times if the proxy cannot reach the server', async () => {
    answer = { status: 502, body: '' }

    expect(await buy()).toMatchObject({ ok: false, status: 502 })

    expect(requests).toBe(4)
  })

  test('callEndpoint repeats a GET request three times that the server answers with 503', async () => {
    answer = { status: 503, body: JSON.stringify({ code: 'ERROR_SERVICE_UNAVAILABLE' }) }

    expect(await readOrder()).toMatchObject({ ok: false, status: 503 })

    expect(requests).toBe(4)
  })
})
