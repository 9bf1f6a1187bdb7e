import { and, eq, isNotNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openOrderAccess } from '#contract/admin/orders.ts'
import { getInvariants } from '#contract/invariants.ts'
import { openSaleAccess } from '#contract/sales/access.ts'
import { enqueueInfectedClosing } from '#server/features/orders/job-kinds.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { jobs, orders, productFiles, productSlots, products } from '#server/db/schema/index.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { createUnpaidOrder } from '#tools/test-app/sample-order.ts'
import {
  FOR_SALE,
  HIDDEN,
  createCleanFile,
  findPublicly,
  readOwnProduct,
  startScanSchedule,
  useScannedShop,
} from '#tools/test-app/scanned-shop.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { findSubjects } from '#tools/test-app/withdrawals.ts'

const scanned = useScannedShop()
const { shop } = scanned
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeEach(async () => {
  seller = await shop.seller()
})

/** Makes every file look as if it had been uploaded before a scanner was set. */
const forgetScans = () =>
  shop.db.update(productFiles).set({ scanState: null, scannedAt: null, onSaleAt: null })

const countPaymentPages = (orderId: string) =>
  shop.db.$count(orders, and(eq(orders.id, orderId), isNotNull(orders.paymentUrl)))

describe('files from before the scanner was set', () => {
  test('files from before the scanner are scanned while they stay for sale', async () => {
    const product = await shop.upload(seller, { file: createCleanFile() })
    await shop.waitForJobs()
    await forgetScans()
    const scans = scanned.clamd.countScans()

    await startScanSchedule(shop)

    await expect
      .poll(async () => (await shop.db.select().from(productFiles))[0]!.scanState)
      .toBe('clean')
    expect(scanned.clamd.countScans()).toBe(scans + 1)
    expect(await findPublicly(shop, product.id)).toEqual(FOR_SALE)
  })

  test('files from before the scanner are no longer for sale if they are infected; their downloads are closed, and open payment pages expire', async () => {
    const lateFile = new File(['%PDF-1.4 found late'], 'tarde.pdf')
    const product = await shop.upload(seller, { file: lateFile })
    const cleanFile = new File(['%PDF-1.5 clean'], 'limpio.pdf')
    const cleanProduct = await shop.upload(seller, { name: 'Otro', file: cleanFile })
    await shop.waitForJobs()
    const bought = await shop.order(shop.visitor(), [{ id: product.id }, { id: cleanProduct.id }])
    await shop.provider.pay({ preferenceId: bought.preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(bought.token, 'approved')
    const downloadUrl = (await shop.readOrder(bought.token)).items[0]!.downloadUrl!
    const unpaid = await shop.order(shop.visitor(), [{ id: product.id }], 'eva@mail.test')
    const voucher = await shop.provider.pay({
      preferenceId: unpaid.preferenceId,
      outcome: 'pending_cash',
    })
    await forgetScans()
    scanned.signatures['Test.Late'] = '%PDF-1.4'

    await startScanSchedule(shop)

    await expect.poll(() => findPublicly(shop, product.id)).toEqual(HIDDEN)
    await shop.waitForJobs()
    expect((await readOwnProduct(seller, product.id)).fileScan).toMatchObject({
      state: 'refused',
      signature: 'Test.Late',
      isOnSale: false,
    })
    expect(await countPaymentPages(unpaid.orderId)).toBe(0)
    const { items, accessClosing } = await shop.readOrder(bought.token)
    expect(accessClosing).toMatchObject({ by: 'scanner', reason: 'Test.Late' })
    expect(items[0]!.downloadUrl).toBeNull()
    expect((await fetch(downloadUrl)).status).toBe(403)
    expect((await fetch(items[1]!.downloadUrl!)).status).toBe(200)
    const mail = await shop.waitForMail('buyer@mail.test', /^Encontramos malware en un archivo/)
    expect(mail.text).toContain('«Test.Late»')
    const notice = await shop.waitForMail(seller.email, /No pudimos publicar/)
    expect(notice.text).toContain('cerramos sus descargas')

    await shop.provider.changePayment(voucher, 'accredit')
    await shop.waitForOrderState(unpaid.token, 'approved')
    await shop.waitForMail('eva@mail.test', /^Encontramos malware en un archivo/)
    expect(await findSubjects(shop, 'eva@mail.test', /^Tu compra: /)).toEqual([])

    const params = { orderId: bought.orderId }
    expect(await seller.call(openSaleAccess, { params })).toMatchObject({
      code: 'PAYMENT_STATUS_ALREADY_CHANGED',
    })
    const admin = await createAdmin(shop)
    expect(expectOk(await admin.call(getInvariants, {})).closedByScanner.count).toBe(2)
    expectOk(await admin.call(openOrderAccess, { params, body: { reason: 'Era un error' } }))
    await enqueueInfectedClosing(shop.db)
    await shop.waitForJobs()
    expect((await fetch(downloadUrl)).status).toBe(200)
    await expectCleanInvariants(shop)
  })

  test('files from before the scanner that are too large for the scanner stay for sale', async () => {
    const product = await shop.upload(seller, { file: createCleanFile() })
    await shop.waitForJobs()
    await forgetScans()
    scanned.signatures['Heuristics.Limits.Exceeded.MaxFileSize'] = '%PDF'

    await startScanSchedule(shop)

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

  await startScanSchedule(shop)

  await expect.poll(() => findPublicly(shop, product.id)).toEqual(FOR_SALE)
})

test('files go on sale at once without a scanner, and so do those that were still waiting', async () => {
  const plainShop = await createTestApp()
  try {
    await plainShop.reset()
    const { product, seller: person } = await createUnpaidOrder(plainShop)
    const [file] = await plainShop.db.select().from(productFiles)
    expect(file!.scanState).toBeNull()
    await plainShop.db.update(productFiles).set({ scanState: 'waiting' })
    await plainShop.db.update(products).set({ editionId: null })
    await plainShop.db.update(productSlots).set({ currentFileId: null })

    await startScanSchedule(plainShop)

    await expect.poll(async () => (await readOwnProduct(person, product.id)).fileScan).toBeNull()
    expect((await plainShop.visitor().request(`/api/public/product/${product.id}`)).status).toBe(
      200,
    )
  } finally {
    await plainShop.close()
  }
})
