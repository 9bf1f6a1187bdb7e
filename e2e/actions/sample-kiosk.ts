import { updateProfile } from '#contract/profiles.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { addProduct, createSeller } from './seller-actions.ts'

/**
 * Publishes three products: one with a fixed price, one with a dynamic price, and one of a seller who has no payment
 * account.
 */
export async function publishSampleKiosk(server: TestServer, emailPrefix: string) {
  const { api } = await createSeller(server, emailPrefix)
  const book = await addProduct(server, api, { name: 'Quena', price: 8900 })
  const song = await addProduct(server, api, { name: 'Charango', price: 500, isPriceDynamic: true })
  const { username } = book
  const links = {
    webpage: 'https://quena.test/tienda',
    twitter: 'quena',
    linkedIn: 'quena-li',
    whatsapp: '+54 9 341 555-0142',
    instagram: '@quena.ok',
  }
  expectOk(await api.call(updateProfile, { body: { username, bio: 'Luthier.', ...links } }))
  const unlinkedSeller = await createSeller(server, emailPrefix, { linked: false })
  const unlinkedProduct = await addProduct(server, unlinkedSeller.api, { name: 'Bombo' })
  return { api, book, song, unlinkedProduct, username }
}
