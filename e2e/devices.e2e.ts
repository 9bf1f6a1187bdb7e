import pg from 'pg'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { registerCreator } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expect, test } from './stage.ts'

test('a page that is rendered for somebody is used from where they are, not from the server', async () => {
  test.setTimeout(90_000)
  const town = await startTestServer({ TRUST_PROXY: 'loopback' })
  await town.start()
  const ana = new ApiClient(town.origin, { 'x-forwarded-for': '203.0.113.7' })
  await registerCreator(ana, 'devices@creators.test', email => town.waitForMailText(email))

  for (const path of ['/', '/dashboard/home', '/product/1']) await (await ana.request(path)).text()

  const database = new pg.Client(town.databaseUrl)
  await database.connect()
  const { rows } = await database.query('select ip from sessions')
  await database.end()
  await town.close()
  expect(rows).toEqual([{ ip: '203.0.113.7' }])
})
