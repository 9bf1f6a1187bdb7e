import type { PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProductPath } from '#contract/products/product-path.ts'
import { updateProduct } from '#contract/products/products.ts'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { type TcpProxy, startTcpProxy } from '#tools/database/tcp-proxy.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/**
 * Two processes share one database. The second one listens for notifications through a proxy, which holds them back.
 */
let shop: TestApp
let proxy: TcpProxy
let otherDatabase: OpenDatabase
let other: Awaited<ReturnType<TestApp['startSecondApp']>>
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
  const { connectionString: databaseUrl } = shop.database.pool.options as PoolConfig
  const directUrl = new URL(databaseUrl!)
  proxy = await startTcpProxy(Number(directUrl.port))
  directUrl.port = String(proxy.port)
  otherDatabase = await openDatabase({ databaseUrl, directUrl: directUrl.href, dataDir: '' })
  other = await shop.startSecondApp({}, otherDatabase)
})
afterAll(async () => {
  await other.close()
  await otherDatabase.close()
  await proxy.close()
  await shop.close()
})

test('a seller who changes a product in one process never sees the old one in another', async () => {
  await shop.reset()
  const seller = await shop.seller()
  const product = await shop.publish(seller, { name: 'Zamba vieja' })
  const { id } = product
  const addresses = [buildProductPath(product), `/api/public/product/${id}`]
  const showsNewName = async (person: Pick<ApiClient, 'request'>) => {
    const shown = []
    for (const path of addresses)
      shown.push(
        (await (await person.request(path, { redirect: 'follow' })).text()).includes('Zamba nueva'),
      )
    return shown
  }
  const stranger = other.visitor()
  for (let round = 0; round < 2; round += 1)
    expect(await showsNewName(stranger)).toEqual([false, false])

  proxy.freeze()
  const form = { name: 'Zamba nueva' }
  expectOk(await seller.call(updateProduct, { params: { id }, form }))
  const sellerThere = other.visitor()
  for (const [name, value] of seller.cookies) sellerThere.cookies.set(name, value)

  expect(await showsNewName(stranger)).toEqual([false, false])
  expect(await showsNewName(sellerThere)).toEqual([true, true])
})
