import type { AddressInfo } from 'node:net'
import { logout } from '#contract/accounts/sessions.ts'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { openStorage } from '#server/integrations/storage/open-storage.ts'
import { seedCategories } from '#server/features/products/categories/seed.ts'
import { MercadoPagoControl } from '#tools/api-client/mercadopago-control.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { linkPaymentAccount, createDemoUser, createDemoAdmin } from './accounts.ts'
import { DEMO_SELLERS, type SellerUsername } from './users.ts'
import { publishCatalog } from './publish-catalog.ts'
import { createPastSales } from './past-sales.ts'
import { insertSampleTestimonials } from './testimonials.ts'

/** The numbers of seeded products and sales. */
export interface SeedResult {
  products: number
  sales: number
}

/**
 * Fills an empty database: starts the app on a free port, and signs in, links payment accounts and buys through the API
 * as users would. Products are written as rows, and dates are changed directly in the database.
 */
export async function seedDemoData(
  config: Config,
  database: OpenDatabase,
  showProgress: (progress: string) => void,
): Promise<SeedResult> {
  const { db } = database
  await seedCategories(db)
  const app = await createApp(config, database)
  const provider = new MercadoPagoControl(config.mercadoPago.apiOrigin)
  await provider.setWebhookSettings({ drop: true })
  try {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    app.worker.start()
    const { port } = app.server.server.address() as AddressInfo
    const createClient = () =>
      new ApiClient(`http://127.0.0.1:${port}`, {
        origin: config.publicOrigin,
        'accept-language': 'es',
      })

    showProgress('sellers')
    const sellerIds = new Map<SellerUsername, number>()
    for (const user of DEMO_SELLERS) {
      const browser = createClient()
      sellerIds.set(user.username, await createDemoUser(db, browser, user))
      if (user.collectorId) await linkPaymentAccount(browser, user.collectorId)
      await browser.call(logout, {})
    }
    showProgress('products')
    const storage = await openStorage(config)
    const productIds = await publishCatalog({ db, storage }, sellerIds)
    showProgress('past sales')
    const sales = await createPastSales({
      db,
      buyer: createClient(),
      provider,
      webhookSecret: config.mercadoPago.webhookSecrets[0]!,
      productIds,
    })
    const admin = createClient()
    await insertSampleTestimonials(db)
    await createDemoAdmin(db, admin)
    await admin.call(logout, {})
    return { products: productIds.size, sales }
  } finally {
    await app.close()
    await provider.setWebhookSettings({})
  }
}
