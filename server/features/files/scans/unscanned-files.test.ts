import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { listRefusedFiles } from '#contract/admin/file-scans.ts'
import { listProductFiles } from '#contract/files/product-files.ts'
import { createProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { productFiles } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { EICAR } from '#tools/clamd/eicar.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { buildProductForm, readUsedBytes } from '#tools/test-app/product-uploads.ts'
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

const scanned = useScannedShop({ SELL_UNSCANNED_FILES: '1' })
const { shop } = scanned
let seller: Awaited<ReturnType<TestApp['seller']>>
beforeEach(async () => {
  scanned.signatures['Heuristics.Limits.Exceeded.MaxScanSize'] = NESTED
  seller = await shop.seller()
})

/** What stands for content that is larger, once unpacked, than the scanner reads. */
const NESTED = 'nested'

const createZip = (content: Uint8Array) =>
  new File([new Uint8Array(zipSync({ 'a.bin': content }, { level: 0 }))], 'todo.zip')

test.each([
  ['is larger than the scanner reads', () => createZip(randomBytes(2 * SCANNER_MAX_BYTES)), 0],
  ['has more in it than the scanner reads', () => createZip(Buffer.from(NESTED)), 1],
])(
  'an archive that %s is sold, and admins see that it was not scanned',
  async (_, create, scans) => {
    const before = scanned.clamd.countScans()
    const product = await shop.upload(seller, { file: create() })
    await shop.waitForJobs()

    expect(await findPublicly(shop, product.id)).toEqual(FOR_SALE)
    expect((await readOwnProduct(seller, product.id)).fileScan).toBeNull()
    expect(scanned.clamd.countScans() - before).toBe(scans)
    expect(await shop.db.select().from(productFiles)).toMatchObject([
      { scanState: null, scanRefusal: 'too_large' },
    ])
    const page = expectOk(
      await shop.visitor().call(getPublicProduct, { params: { id: String(product.id) } }),
    )
    expect(page.fileList).toMatchObject([{ isUnscanned: true }])
    const { files } = expectOk(await seller.call(listProductFiles, { params: { id: product.id } }))
    expect(files).toMatchObject([{ current: { isUnscanned: true } }])
    const admin = await createAdmin(shop, 'admin@kiosko.test')
    expect(expectOk(await admin.call(listRefusedFiles, { query: {} })).files).toMatchObject([
      { productId: product.id, refusal: 'too_large', isOnSale: true },
    ])
  },
)

test.each([
  ['an infected archive', () => createZip(Buffer.from(EICAR))],
  ['an infected document', createInfectedFile],
  [
    'a document with more in it than the scanner reads',
    () => new File(['%PDF-1.4 nested'], 'a.pdf'),
  ],
])('%s is refused', async (_, create) => {
  const product = await shop.upload(seller, { file: create() })
  await shop.waitForJobs()

  expect(await findPublicly(shop, product.id)).toEqual(HIDDEN)
  expect((await readOwnProduct(seller, product.id)).fileScan).toMatchObject({ state: 'refused' })
})

test('a document that is larger than the scanner reads is refused at its upload', async () => {
  const reply = await seller.call(createProduct, {
    form: await buildProductForm(seller),
    files: {
      image_file: await createCoverImage(),
      product_file: createCleanFile(2 * SCANNER_MAX_BYTES),
    },
  })

  expect(reply).toMatchObject({ status: 413, code: 'ERROR_FILE_ABOVE_SCAN_LIMIT' })
  expect(await readUsedBytes(seller)).toBe(0)
})
