import pg from 'pg'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { registerCreator } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expect, test } from '../fixtures.ts'

test('a session records the IP address of the client for pages that the server renders', async () => {
  test.setTimeout(90_000)
  const server = await startTestServer({ TRUST_PROXY: 'loopback' })
  await server.start()
  const ana = new ApiClient(server.origin, { 'x-forwarded-for': '203.0.113.7' })
  await registerCreator(ana, 'devices@creators.test', email => server.waitForMailText(email))

  for (const path of ['/', '/dashboard/home', '/product/1']) await (await ana.request(path)).text()

  const database = new pg.Client(server.databaseUrl)
  await database.connect()
  const { rows } = await database.query('select ip from sessions')
  await database.end()
  await server.close()
  expect(rows).toEqual([{ ip: '203.0.113.7' }])
})
