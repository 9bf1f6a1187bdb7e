import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs, orders, productFiles, products } from '#server/db/schema/index.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import {
  FOR_SALE,
  HIDDEN,
  type ScannedShop,
  createCleanFile,
  findPublicly,
  readOwnProduct,
  runScanSchedule,
  startScannedShop,
} from '#tools/test-app/scanned-shop.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

let scanned: ScannedShop
let shop: TestApp
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeAll(async () => {
  scanned = await startScannedShop()
  ;({ shop } = scanned)
})
beforeEach(async () => {
  await scanned.reset()
  seller = await shop.seller()
})
afterAll(() => scanned.close())

/** Makes every file look as if it had been uploaded before a scanner was set. */
const forgetScans = () =>
  shop.db.update(productFiles).set({ scanState: null, scannedAt: null, onSaleAt: null })

const countPaymentPages = (orderId: string) =>
  shop.db.$count(orders, and(eq(orders.id, orderId), isNotNull(orders.paymentUrl)))

describe('files from before the scanner was set', () => {
  test('are scanned while they stay for sale', async () => {
    const product = await shop.upload(seller, { file: createCleanFile() })
    await shop.waitForJobs()
    await forgetScans()
    const scans = scanned.clamd.countScans()

    await runScanSchedule(shop)

    await expect
      .poll(async () => (await shop.db.select().from(productFiles))[0]!.scanState)
      .toBe('clean')
    expect(scanned.clamd.countScans()).toBe(scans + 1)
    expect(await findPublicly(shop, product.id)).toEqual(FOR_SALE)
  })

  test('are no longer for sale if they are refused; buyers keep them, and open payment pages expire', async () => {
    const product = await shop.upload(seller)
    await shop.waitForJobs()
    const bought = await shop.order(shop.visitor(), [{ id: product.id }])
    await shop.provider.pay({ preferenceId: bought.preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(bought.token, 'approved')
    const unpaid = await shop.order(shop.visitor(), [{ id: product.id }], 'eva@mail.test')
    await forgetScans()
    scanned.signatures['Test.Late'] = '%PDF'

    await runScanSchedule(shop)

    await expect.poll(() => findPublicly(shop, product.id)).toEqual(HIDDEN)
    await shop.waitForJobs()
    expect((await readOwnProduct(seller, product.id)).fileScan).toMatchObject({
      state: 'refused',
      signature: 'Test.Late',
      isOnSale: false,
    })
    const { items } = await shop.readOrder(bought.token)
    expect((await fetch(items[0]!.downloadUrl!)).status).toBe(200)
    expect(await countPaymentPages(unpaid.orderId)).toBe(0)
  })

  test('that are too large for the scanner stay for sale', async () => {
    const product = await shop.upload(seller, { file: createCleanFile() })
    await shop.waitForJobs()
    await forgetScans()
    scanned.signatures['Heuristics.Limits.Exceeded.MaxFileSize'] = '%PDF'

    await runScanSchedule(shop)

    await expect
      .poll(async () => (await shop.db.select().from(productFiles))[0]!.scanRefusal)
      .toBe('too_large')
    expect(await findPublicly(shop, product.id)).toEqual(FOR_SALE)
  })
})

test('a file waits again if its job was lost', async () => {
  scanned.clamd.setFault('hang')
  const product = await shop.upload(seller, { file: createCleanFile() })
  await expect.poll(() => scanned.clamd.countConnections()).toBe(1)
  await shop.db.delete(jobs)
  scanned.clamd.setFault('none')

  await runScanSchedule(shop)

  await expect.poll(() => findPublicly(shop, product.id)).toEqual(FOR_SALE)
})

test('without a scanner files go on sale at once, and so do those that were still waiting', async () => {
  const plainShop = await createTestApp()
  try {
    await plainShop.reset()
    const { product, seller: person } = await createUnpaidOrder(plainShop)
    const [file] = await plainShop.db.select().from(productFiles)
    expect(file!.scanState).toBeNull()
    await plainShop.db.update(productFiles).set({ scanState: 'waiting' })
    await plainShop.db.update(products).set({ fileId: null })

    await runScanSchedule(plainShop)

    await expect.poll(async () => (await readOwnProduct(person, product.id)).fileScan).toBeNull()
    expect((await plainShop.visitor().request(`/api/public/product/${product.id}`)).status).toBe(
      200,
    )
  } finally {
    await plainShop.close()
  }
})
