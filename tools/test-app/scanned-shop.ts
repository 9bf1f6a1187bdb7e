import { afterAll, beforeAll, beforeEach } from 'vitest'
import { getOwnProduct } from '#contract/products/products.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { startClamdSimulator } from '#simulators/clamd/start.ts'
import type { ApiClient } from '../api-client/api-client.ts'
import { expectOk } from '../api-client/creator.ts'
import { createPdfFile } from '../api-client/sample-files.ts'
import { EICAR, EICAR_SIGNATURE } from '../clamd/eicar.ts'
import { startSchedule } from './due-jobs.ts'
import { type TestApp, createTestApp } from './test-app.ts'

/** The largest file in bytes that the scanner of these tests accepts. */
export const SCANNER_MAX_BYTES = 2_000_000

/** Starts the app with a simulator of the file scanner, which knows the industry's test file as malware. */
async function startScannedShop(settings: Record<string, string> = {}) {
  const signatures: Record<string, string> = {}
  const clamd = await startClamdSimulator({ signatures, maxBytes: SCANNER_MAX_BYTES })
  const shop = await createTestApp({
    CLAMD_URL: clamd.url,
    CLAMD_MAX_BYTES: String(SCANNER_MAX_BYTES),
    ...settings,
  })
  return {
    shop,
    clamd,
    /** What the scanner recognizes: texts by the name of their signature. */
    signatures,
    async reset(): Promise<void> {
      clamd.setFault('none')
      clamd.setMaxBytes(SCANNER_MAX_BYTES)
      await clamd.dropConnections()
      for (const name of Object.keys(signatures)) delete signatures[name]
      signatures[EICAR_SIGNATURE] = EICAR
      await shop.reset()
    },
    /** Lets the scanner answer again, and waits until every file is scanned. */
    async endFault(): Promise<void> {
      clamd.setFault('none')
      await clamd.dropConnections()
      await shop.waitForJobs()
    },
    async close(): Promise<void> {
      await shop.close()
      await clamd.close()
    },
  }
}

type ScannedShop = Awaited<ReturnType<typeof startScannedShop>>

/**
 * Gives a test file, or a group of tests, an app whose files are scanned. It is empty before each test.
 * @returns the app and its scanner, which can be used in hooks and tests but not while the file is loaded
 */
export function useScannedShop(settings: Record<string, string> = {}): ScannedShop {
  const shop = {} as TestApp
  const scanned = { shop } as ScannedShop
  beforeAll(async () => {
    const started = await startScannedShop(settings)
    Object.assign(scanned, started, { shop: Object.assign(shop, started.shop) })
  })
  beforeEach(() => scanned.reset())
  afterAll(() => scanned.close())
  return scanned
}

export const createCleanFile = (bytes = 20_000): File => createPdfFile(bytes)

export const createInfectedFile = (): File => new File(['%PDF-1.4\n', EICAR], 'libro.pdf')

export const readOwnProduct = async (seller: ApiClient, id: number) =>
  expectOk(await seller.call(getOwnProduct, { params: { id: String(id) } }))

/** Tells where the public finds a product: on its page, in lists, in the search, and at the checkout. */
export async function findPublicly(shop: TestApp, id: number) {
  const visitor = shop.visitor()
  const isListed = async (q?: string) => {
    const query = q === undefined ? {} : { q }
    const page = await visitor.call(listPublicProducts, { params: { page: '1' }, query })
    return expectOk(page).products.some(product => product.id === id)
  }
  const order = { products: [{ id }], payerEmail: 'ana@mail.test' }
  return {
    page: (await visitor.request(`/api/public/product/${id}`)).status,
    list: await isListed(),
    search: await isListed('recetas'),
    checkout: (await visitor.call(createPreference, { body: order })).status,
  }
}
export const FOR_SALE = { page: 200, list: true, search: true, checkout: 201 }
export const HIDDEN = { page: 404, list: false, search: false, checkout: 404 }

/** Makes the schedule that enqueues missing scans due, and waits until it has started. */
export const startScanSchedule = (shop: TestApp): Promise<void> =>
  startSchedule(shop, 'enqueue_scans')
