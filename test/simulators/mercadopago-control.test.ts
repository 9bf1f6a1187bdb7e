import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startTestSimulator } from './test-simulator.ts'

test('the simulator restores its state after a restart, even if the last line of the file is incomplete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  const stateFile = join(folder, 'state.jsonl')
  const before = await startTestSimulator({ stateFile })
  const tokens = await before.link()
  const id = await before.pay((await before.sell(tokens)).id)
  const remembered = (await before.send('GET', '/control/ledger')).body
  await before.close()
  await appendFile(stateFile, '{"table":"payments","key":"1","row":{"pa')

  await using after = await startTestSimulator({ stateFile })
  const ledger = (await after.send('GET', '/control/ledger')).body
  const read = await after.send('GET', `/v1/payments/${id}`, undefined, after.as(tokens))

  expect(ledger).toEqual(remembered)
  expect(read.status).toBe(200)
  await rm(folder, { recursive: true })
})

test('a payment is written to the state file before the response is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  const stateFile = join(folder, 'state.jsonl')
  await using provider = await startTestSimulator({ stateFile })
  const preference = await provider.sell(await provider.link())

  const id = await provider.pay(preference.id)

  expect(await readFile(stateFile, 'utf8')).toContain(`"table":"payments","key":"${id}"`)
  await rm(folder, { recursive: true })
})

test('a fault is injected as often as requested, only for paths with its prefix and never into the control API', async () => {
  await using provider = await startTestSimulator()
  const headers = provider.as(await provider.link())
  const search = () => provider.send('GET', '/checkout/preferences/search', undefined, headers)

  const fault = { path: '/checkout', status: 429, times: 2 }
  await provider.send('POST', '/control/faults', fault)
  const replies = [await search(), await search(), await search()]

  expect(replies.map(({ status }) => status)).toEqual([429, 429, 200])
  expect(replies[0]!.headers.get('retry-after')).toBe('1')
})

test('a deleted fault is not injected', async () => {
  await using provider = await startTestSimulator()

  await provider.send('POST', '/control/faults', { path: '/', reset: true, times: 9 })
  await provider.send('DELETE', '/control/faults')

  expect(await provider.send('GET', '/v1/payments/1')).toMatchObject({ status: 401 })
})

test('faults can close the connection, truncate the response, delay it or never send it', async () => {
  await using provider = await startTestSimulator()
  const path = '/v1/payments/1'
  const inject = (fault: object) =>
    provider.send('POST', '/control/faults', { path, times: 1, ...fault })
  const ask = (patience = 5000) =>
    fetch(provider.origin + path, { signal: AbortSignal.timeout(patience) })

  await inject({ reset: true })
  await expect(ask()).rejects.toThrow('fetch failed')

  await inject({ malformed: true })
  await expect((await ask()).json()).rejects.toThrow(SyntaxError)

  await inject({ latencyMs: 60_000 })
  await expect(ask(200)).rejects.toThrow('timeout')

  await inject({ hang: true })
  await expect(ask(200)).rejects.toThrow('timeout')
})

test('a delayed request still creates the preference, which its idempotency key returns again', async () => {
  await using provider = await startTestSimulator()
  const headers = { ...provider.as(await provider.link()), 'x-idempotency-key': 'k' }
  const items = [{ title: 'Un libro', quantity: 1, unit_price: 10 }]
  const make = () => provider.send('POST', '/checkout/preferences', { items }, headers)
  const ledger = async () => (await provider.send('GET', '/control/ledger')).body.preferences

  const fault = { path: '/checkout/preferences', latencyMs: 60_000, times: 1 }
  await provider.send('POST', '/control/faults', fault)
  void make().catch(() => {})
  await vi.waitFor(async () => expect(await ledger()).toHaveLength(1))
  const repeated = await make()

  expect(await ledger()).toMatchObject([{ id: repeated.body.id }])
})

test('the request log masks secrets', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  await provider.sell(tokens, { external_reference: 'order-1' })
  await provider.refresh(tokens.refresh_token)

  const { requests } = (await provider.send('GET', '/control/requests')).body

  const text = JSON.stringify(requests)
  expect(requests.at(-2)).toMatchObject({
    method: 'POST',
    path: '/checkout/preferences',
    status: 201,
    headers: { authorization: '***' },
    body: { external_reference: 'order-1' },
  })
  for (const secret of [tokens.access_token, tokens.refresh_token, 'application-secret'])
    expect(text).not.toContain(secret)
})

test('the control panel shows a button for each action that the payment’s state allows', async () => {
  await using provider = await startTestSimulator()
  const tokens = await provider.link()
  const id = await provider.pay((await provider.sell(tokens)).id, 'pending_cash')

  const panel = await (await fetch(provider.origin)).text()
  const pressed = await provider.submit(`/control/payments/${id}`, { action: 'accredit' })

  expect(panel).toContain('Acreditar')
  expect(panel).not.toContain('Contracargo')
  expect(pressed).toMatchObject({ status: 303 })
  const read = await provider.send('GET', `/v1/payments/${id}`, undefined, provider.as(tokens))
  expect(read.body.status).toBe('approved')
})

test('the control API accepts settings and faults as HTML forms too', async () => {
  await using provider = await startTestSimulator()

  await provider.submit('/control/notifications', { copies: '2', delayMs: '', drop: 'true' })
  await provider.submit('/control/faults', { path: '/v1', status: '503', times: '1' })

  const setting = await provider.send('GET', '/control/notifications')
  expect(setting.body).toEqual({ copies: 2, drop: true })
  expect(await provider.send('GET', '/v1/payments/1')).toMatchObject({ status: 503 })
})

test('a simulator does not start with APP_ENV=production', async () => {
  vi.stubEnv('APP_ENV', 'production')

  await expect(startTestSimulator()).rejects.toThrow('refuses to start')

  vi.unstubAllEnvs()
})
