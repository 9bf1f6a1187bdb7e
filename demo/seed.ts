import type { AddressInfo } from 'node:net'
import { logout } from '#contract/accounts/sessions.ts'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { seedCategories } from '#server/features/catalog/categories/seed.ts'
import { MercadoPagoControl } from '#tools/api-client/mercadopago-control.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { linkPaymentAccount, createDemoUser, createDemoAdmin } from './accounts.ts'
import { DEMO_SELLERS, type SellerUsername } from './users.ts'
import { publishCatalog } from './publish-catalog.ts'
import { DEMO_CATALOG } from './catalog/catalog.ts'
import { createPastSales } from './past-sales.ts'
import { insertSampleTestimonials } from './testimonials.ts'

/** What was made. */
export interface SeedResult {
  products: number
  sales: number
}

/**
 * Fills an empty shop as people would: the app runs on a port of its own, and its visitors log in, consent,
 * upload and buy. Only dates are set afterwards.
 */
export async function seedDemoData(
  config: Config,
  database: OpenDatabase,
  say: (progress: string) => void,
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
    const visitor = () =>
      new ApiClient(`http://127.0.0.1:${port}`, {
        origin: config.publicOrigin,
        'accept-language': 'es',
      })

    const sellers = new Map<SellerUsername, ApiClient>()
    for (const person of DEMO_SELLERS) {
      const browser = visitor()
      await createDemoUser(db, browser, person)
      if (person.collectorId) await linkPaymentAccount(browser, person.collectorId)
      sellers.set(person.username, browser)
    }
    const productIds = await publishCatalog(db, sellers, count =>
      say(`product ${count} of ${DEMO_CATALOG.length}`),
    )
    say('past sales')
    const sales = await createPastSales({
      db,
      buyer: visitor(),
      provider,
      webhookSecret: config.mercadoPago.webhookSecrets[0]!,
      productIds,
    })
    const admin = visitor()
    await insertSampleTestimonials(db)
    await createDemoAdmin(db, admin)
    for (const browser of [...sellers.values(), admin]) await browser.call(logout, {})
    return { products: productIds.size, sales }
  } finally {
    await app.close()
    await provider.setWebhookSettings({})
  }
}
