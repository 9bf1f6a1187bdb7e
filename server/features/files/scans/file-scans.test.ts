import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  createProduct,
  deleteProduct,
  setProductState,
  updateProduct,
} from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { hasPage } from '#contract/products/sale-obstacles.ts'
import { listNotifications } from '#contract/notifications.ts'
import { jobs } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { EICAR_SIGNATURE } from '#tools/clamd/eicar.ts'
import {
  buildProductForm,
  listStoredFileNames,
  readUsedBytes,
} from '#tools/test-app/product-uploads.ts'
import {
  FOR_SALE,
  HIDDEN,
  SCANNER_MAX_BYTES,
  createCleanFile,
  createInfectedFile,
  findPublicly,
  readOwnProduct,
  useScannedShop,
} from '#tools/test-app/scanned-shop.ts'
import type { TestApp } from '#tools/test-app/test-app.ts'

const scanned = useScannedShop()
const { shop } = scanned
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeEach(async () => {
  seller = await shop.seller()
})

/** What stands for content that is larger, once unpacked, than the scanner reads. */
const NESTED = 'nested'
beforeEach(() => {
  scanned.signatures['Heuristics.Limits.Exceeded.MaxScanSize'] = NESTED
})

const replaceFile = async (id: number, file: File) =>
  expectOk(
    await seller.call(updateProduct, { params: { id }, form: {}, files: { product_file: file } }),
  )
/** Lists the seller's notifications about files. */
async function readNotifications() {
  const { notifications } = expectOk(await seller.call(listNotifications, { query: {} }))
  return notifications.filter(({ kind }) => kind.startsWith('file_'))
}

describe('a new product', () => {
  test('a new product is hidden until its file is clean, then it is for sale and the seller is told', async () => {
    scanned.clamd.setFault('hang')
    const product = await shop.upload(seller, { file: createCleanFile() })
    const waiting = await readOwnProduct(seller, product.id)
    const hidden = await findPublicly(shop, product.id)
    await scanned.endFault()

    await expect.poll(() => findPublicly(shop, product.id)).toEqual(FOR_SALE)

    expect(waiting.fileScan).toEqual({
      fileName: createCleanFile().name,
      state: 'waiting',
      refusal: null,
      signature: null,
      isOnSale: false,
    })
    expect(waiting.files.types).toEqual(['PDF'])
    expect(hidden).toEqual(HIDDEN)
    expect((await readOwnProduct(seller, product.id)).fileScan).toBeNull()
    expect(await readNotifications()).toMatchObject([
      { kind: 'file_published', productId: product.id },
    ])
    const mail = await shop.waitForMail(seller.email, /ya está publicado/)
    expect(mail.text).toContain(product.name)
  })

  test.each([
    ['malware', () => createInfectedFile(), { refusal: 'malware', signature: EICAR_SIGNATURE }],
    [
      'more in it than the scanner reads',
      () => new File(['%PDF-1.4\n', NESTED], 'libro.pdf'),
      { refusal: 'too_large', signature: null },
    ],
  ])(
    'a new product with %s is never for sale, its file is removed, and the seller is told why',
    async (_, createFile, reason) => {
      const product = await shop.upload(seller, { file: createFile() })

      await expect
        .poll(async () => (await readOwnProduct(seller, product.id)).fileScan)
        .toEqual({ state: 'refused', isOnSale: false, fileName: createFile().name, ...reason })

      await shop.waitForJobs()
      expect(await findPublicly(shop, product.id)).toEqual(HIDDEN)
      expect(await listStoredFileNames(shop, 'files')).toEqual([])
      expect(await readUsedBytes(seller)).toBe(0)
      expect(await readNotifications()).toMatchObject([
        {
          kind: 'file_refused',
          productId: product.id,
          fileRefusal: reason.refusal,
          ...(reason.signature !== null && { signature: reason.signature }),
        },
      ])
      const mail = await shop.waitForMail(seller.email, /No pudimos publicar/)
      expect(mail.text).toContain(reason.signature ?? 'demasiado grande')
    },
  )

  test('a new product with a file that is larger than the scanner reads is refused during the upload', async () => {
    const reply = await seller.call(createProduct, {
      form: await buildProductForm(seller),
      files: {
        image_file: await createCoverImage(),
        product_file: createCleanFile(2 * SCANNER_MAX_BYTES),
      },
    })

    expect(reply).toMatchObject({ status: 413, code: 'ERROR_UPLOADING_FILES' })
    expect(await readUsedBytes(seller)).toBe(0)
  })

  test('a new product waits while the scanner reads less than its operator says, and is for sale afterwards', async () => {
    scanned.clamd.setMaxBytes(100_000)
    const product = await shop.upload(seller, { file: createCleanFile(500_000) })
    const readJob = async () =>
      (await shop.db.select().from(jobs).where(eq(jobs.kind, 'scan_file')))[0]
    await expect.poll(async () => (await readJob())?.lastError).toMatch(/CLAMD_MAX_BYTES|clamd/)

    expect((await readOwnProduct(seller, product.id)).fileScan?.state).toBe('waiting')
    scanned.clamd.setMaxBytes(SCANNER_MAX_BYTES)
    await expect.poll(() => findPublicly(shop, product.id)).toEqual(FOR_SALE)
  })

  test('a new product that was refused is for sale once another file of it is clean', async () => {
    const product = await shop.upload(seller, { file: createInfectedFile() })
    await shop.waitForJobs()

    await replaceFile(product.id, createCleanFile())
    await shop.waitForJobs()

    expect(await findPublicly(shop, product.id)).toEqual(FOR_SALE)
    expect((await readOwnProduct(seller, product.id)).fileScan).toBeNull()
  })

  test.each(['hang', 'drop', 'fail'] as const)(
    'a new product stays hidden while clamd should %s',
    async fault => {
      scanned.clamd.setFault(fault)
      const product = await shop.upload(seller, { file: createCleanFile() })
      if (fault === 'hang') await expect.poll(() => scanned.clamd.countConnections()).toBe(1)
      else
        await expect
          .poll(
            async () =>
              (await shop.db.select().from(jobs).where(eq(jobs.kind, 'scan_file')))[0]?.attempts,
          )
          .toBe(2)

      expect(await findPublicly(shop, product.id)).toEqual(HIDDEN)
      scanned.clamd.setFault('none')
      await scanned.clamd.dropConnections()
      await expect.poll(() => findPublicly(shop, product.id)).toEqual(FOR_SALE)
    },
  )

  test.each(['paused', 'archived'] as const)(
    'a new product that is %s during the scan is not for sale afterwards, until its seller sells it again',
    async state => {
      scanned.clamd.setFault('hang')
      const { id } = await shop.upload(seller, { file: createCleanFile() })
      const change = async (to: 'on_sale' | typeof state) =>
        expectOk(await seller.call(setProductState, { params: { id }, body: { state: to } }))
      await change(state)
      await scanned.endFault()

      await expect.poll(async () => (await readOwnProduct(seller, id)).fileScan).toBeNull()

      await shop.waitForJobs()
      expect(await findPublicly(shop, id)).toEqual({
        ...HIDDEN,
        page: hasPage(state) ? 200 : 404,
      })
      expect(await readNotifications()).toEqual([])
      await change('on_sale')
      expect(await findPublicly(shop, id)).toEqual(FOR_SALE)
    },
  )

  test('a new product that is withdrawn during the scan stays withdrawn', async () => {
    scanned.clamd.setFault('hang')
    const product = await shop.upload(seller, { file: createCleanFile() })
    await expect.poll(() => scanned.clamd.countConnections()).toBe(1)

    await seller.call(deleteProduct, { params: { id: product.id } })
    await scanned.endFault()

    expect(await findPublicly(shop, product.id)).toEqual(HIDDEN)
    expect(await listStoredFileNames(shop, 'files')).toEqual([])
    expect(await readUsedBytes(seller)).toBe(0)
    expect(await readNotifications()).toEqual([])
  })
})

describe('a replaced file', () => {
  test('a replaced file stays for sale until the new one is clean', async () => {
    const [oldFile, newFile] = [createCleanFile(100_000), createCleanFile(120_000)]
    const product = await shop.upload(seller, { file: oldFile })
    await shop.waitForJobs()
    scanned.clamd.setFault('hang')
    const waiting = await replaceFile(product.id, newFile)
    const publicProduct = await shop
      .visitor()
      .call(getPublicProduct, { params: { id: String(product.id) } })
    const usedWhileWaiting = await readUsedBytes(seller)
    await scanned.endFault()

    expect(waiting.fileScan).toMatchObject({ state: 'waiting', isOnSale: true })
    expect(expectOk(publicProduct).files.sizeBytes).toBe(oldFile.size)
    expect(usedWhileWaiting).toBe(oldFile.size + newFile.size)
    expect((await readOwnProduct(seller, product.id)).files.sizeBytes).toBe(newFile.size)
    expect(await readUsedBytes(seller)).toBe(newFile.size)
    expect(await listStoredFileNames(shop, 'files')).toHaveLength(1)
  })

  test('a replaced file stays for sale if the new one is refused', async () => {
    const file = createCleanFile(100_000)
    const product = await shop.upload(seller, { file })
    await shop.waitForJobs()

    await replaceFile(product.id, createInfectedFile())
    await shop.waitForJobs()

    const own = await readOwnProduct(seller, product.id)
    expect(own.fileScan).toMatchObject({ state: 'refused', refusal: 'malware', isOnSale: true })
    expect(own.files.sizeBytes).toBe(file.size)
    expect(await findPublicly(shop, product.id)).toEqual(FOR_SALE)
    expect(await readUsedBytes(seller)).toBe(file.size)
  })

  test('several uploads for a replaced file during the scan leave only the last one', async () => {
    const product = await shop.upload(seller, { file: createCleanFile(100_000) })
    await shop.waitForJobs()
    scanned.clamd.setFault('hang')
    await replaceFile(product.id, createCleanFile(110_000))
    const lastFile = createCleanFile(120_000)
    await replaceFile(product.id, lastFile)
    await scanned.endFault()

    expect((await readOwnProduct(seller, product.id)).files.sizeBytes).toBe(lastFile.size)
    expect(await readUsedBytes(seller)).toBe(lastFile.size)
    expect(await listStoredFileNames(shop, 'files')).toHaveLength(1)
  })
})
