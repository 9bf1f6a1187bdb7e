import pg from 'pg'
import { openTown } from '#test/app-process.ts'
import { becomeCreator } from '#test/merchant.ts'
import { Visitor } from '#test/visitor.ts'
import { expect, test } from './stage.ts'

test('a page that is rendered for somebody is used from where they are, not from the server', async () => {
  test.setTimeout(90_000)
  const town = await openTown({ TRUST_PROXY: 'loopback' })
  await town.start()
  const ana = new Visitor(town.origin, { 'x-forwarded-for': '203.0.113.7' })
  await becomeCreator(ana, 'devices@creators.test', email => town.readMail(email))

  for (const path of ['/', '/dashboard/home', '/product/1']) await (await ana.request(path)).text()

  const database = new pg.Client(town.databaseUrl)
  await database.connect()
  const { rows } = await database.query('select ip from sessions')
  await database.end()
  await town.close()
  expect(rows).toEqual([{ ip: '203.0.113.7' }])
})
