import type { AddressInfo } from 'node:net'
import { logout } from '#contract/accounts/sessions.ts'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { seedCategories } from '#server/features/catalog/categories/seed.ts'
import { MercadoPagoControl } from '#tools/api-client/mercadopago-control.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { linkPaymentAccount, moveIn, openAdminAccount } from './accounts.ts'
import { SELLERS, type Username } from './people.ts'
import { publishRack } from './publish.ts'
import { RACK } from './rack/rack.ts'
import { makeSales } from './sales.ts'
import { hangVoices } from './voices.ts'

/** What was made. */
export interface Seeded {
  products: number
  sales: number
}

/**
 * Fills an empty shop as people would: the app runs on a port of its own, and its visitors log in, consent,
 * upload and buy. Only dates are set afterwards.
 */
export async function seed(
  config: Config,
  database: OpenDatabase,
  say: (progress: string) => void,
): Promise<Seeded> {
  const { db } = database
  await seedCategories(db)
  const app = await createApp(config, database)
  const provider = new MercadoPagoControl(config.mercadoPago.apiOrigin)
  await provider.notices({ drop: true })
  try {
    await app.server.listen({ port: 0, host: '127.0.0.1' })
    app.worker.start()
    const { port } = app.server.server.address() as AddressInfo
    const visitor = () =>
      new ApiClient(`http://127.0.0.1:${port}`, {
        origin: config.publicOrigin,
        'accept-language': 'es',
      })

    const sellers = new Map<Username, ApiClient>()
    for (const person of SELLERS) {
      const browser = visitor()
      await moveIn(db, browser, person)
      if (person.collectorId) await linkPaymentAccount(browser, person.collectorId)
      sellers.set(person.username, browser)
    }
    const productIds = await publishRack(db, sellers, count =>
      say(`product ${count} of ${RACK.length}`),
    )
    say('past sales')
    const sales = await makeSales({
      db,
      buyer: visitor(),
      provider,
      webhookSecret: config.mercadoPago.webhookSecrets[0]!,
      productIds,
    })
    const admin = visitor()
    await hangVoices(db)
    await openAdminAccount(db, admin)
    for (const browser of [...sellers.values(), admin]) await browser.call(logout, {})
    return { products: productIds.size, sales }
  } finally {
    await app.close()
    await provider.notices({})
  }
}
