import { expect, test } from 'vitest'
import { listRefusedFiles } from '#contract/admin/file-scans.ts'
import { listAllProducts } from '#contract/admin/products.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { EICAR_SIGNATURE } from '#tools/clamd/eicar.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import {
  createCleanFile,
  createInfectedFile,
  useScannedShop,
} from '#tools/test-app/scanned-shop.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

const scanned = useScannedShop()

async function readScans(shop: TestApp) {
  const admin = await createAdmin(shop, 'admin@kiosko.test')
  return expectOk(await admin.call(listRefusedFiles, { query: {} }))
}

test('admins see the scanner’s version, how many files wait, and the refused ones with what was found', async () => {
  const { shop, clamd } = scanned
  const seller = await shop.seller()
  const infected = await shop.upload(seller, { file: createInfectedFile() })
  await shop.waitForJobs()
  clamd.setFault('fail')
  await shop.upload(seller, { file: createCleanFile() })

  const scans = await readScans(shop)

  expect(scans).toMatchObject({
    scanner: { version: expect.stringContaining('ClamAV') },
    waiting: 1,
    unscanned: 0,
    files: [
      {
        productId: infected.id,
        fileName: 'libro.pdf',
        refusal: 'malware',
        signature: EICAR_SIGNATURE,
        isOnSale: false,
        deliveredOrders: 0,
      },
    ],
    nextCursor: null,
  })
})

test('admins see on a product whether its file waits or was refused', async () => {
  const { shop, clamd } = scanned
  const seller = await shop.seller()
  await shop.upload(seller, { name: 'Clean', file: createCleanFile() })
  await shop.upload(seller, { name: 'Infected', file: createInfectedFile() })
  await shop.waitForJobs()
  clamd.setFault('fail')
  await shop.upload(seller, { name: 'Waiting', file: createCleanFile() })
  const admin = await createAdmin(shop, 'admin@kiosko.test')

  const { products } = expectOk(await admin.call(listAllProducts, { query: {} }))

  expect(products.map(({ name, fileScan }) => [name, fileScan])).toEqual([
    ['Waiting', 'waiting'],
    ['Infected', 'refused'],
    ['Clean', null],
  ])
})

test('admins see that the scanner does not answer', async () => {
  const { shop, clamd } = scanned
  await clamd.pause()
  try {
    expect((await readScans(shop)).scanner).toEqual({ version: null })
  } finally {
    await clamd.resume()
  }
})

test('admins see that files are not scanned', async () => {
  const shop = await createTestApp()
  try {
    await shop.reset()
    await shop.upload(await shop.seller())

    expect(await readScans(shop)).toEqual({
      scanner: null,
      waiting: 0,
      unscanned: null,
      files: [],
      nextCursor: null,
    })
  } finally {
    await shop.close()
  }
})
