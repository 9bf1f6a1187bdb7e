import { addTestimonial } from '#contract/admin/testimonials.ts'
import { listCategoryTree } from '#contract/catalog/categories.ts'
import { reportProduct } from '#contract/catalog/reports.ts'
import { createPreference } from '#contract/orders.ts'
import type { Locale } from '#messages/runtime'
import {
  DESCRIPTION,
  registerCreator,
  linkMercadoPago,
  expectOk,
  publishProduct,
} from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'

/** Everything that the screens show, made by the API as people would. */
export interface Furnished {
  email: string
  seller: ApiClient
  newcomer: ApiClient
  /** One who is about to sign out. */
  leaver: ApiClient
  admin: ApiClient
  /** Of the seller. */
  username: string
  /** The names of the shelves. */
  shelves: Record<Locale, string[]>
  saleId: string
  productId: number
  unlinkedId: number
  orders: Record<'approved' | 'pending' | 'rejected' | 'in_process' | 'created', string>
}

const LONG_NAME = 'Un nombre de producto larguísimo para tapa chica'
const PRAISE = { es: 'Vendo mientras duermo, y no es un decir.', en: 'It sells while I am asleep.' }
const COMPLAINT = 'No llega nunca el archivo que promete.'

/** Whether a text is, or is made of, what people here wrote: that stands in their own language. */
export const writtenByPeople = (text: string): boolean =>
  [LONG_NAME, COMPLAINT, PRAISE.es, PRAISE.en, DESCRIPTION, 'Sin cobro'].some(written =>
    text.includes(written),
  )

/** What somebody says of the house, for its home page. */
export async function hangVoice(
  admin: ApiClient,
  { name, language, username = '' }: { name: string; language: Locale; username?: string },
): Promise<void> {
  const words = { quote: PRAISE[language], trade: 'Ebooks', hidden: false }
  expectOk(await admin.call(addTestimonial, { body: { ...words, name, language, username } }))
}

export async function furnish(town: TestServer): Promise<Furnished> {
  const newVisitor = () => new ApiClient(town.origin)
  const seller = newVisitor()
  const email = 'screens@creators.test'
  await registerCreator(seller, email, address => town.waitForMailText(address))
  await linkMercadoPago(seller)
  const product = await publishProduct(seller, { name: LONG_NAME })
  await publishProduct(seller, {
    name: 'Loops',
    price: 1200,
    isPriceDynamic: true,
    image: await createCoverImage({ width: 60, height: 60 }),
  })
  const newcomer = newVisitor()
  await registerCreator(newcomer, 'newcomer@creators.test', address =>
    town.waitForMailText(address),
  )
  const unlinked = await publishProduct(newcomer, { name: 'Sin cobro' })
  const empty = newVisitor()
  await registerCreator(empty, 'empty@creators.test', address => town.waitForMailText(address))

  const admin = newVisitor()
  await registerCreator(admin, 'keeper@house.test', address => town.waitForMailText(address))
  await town.grantAdmin('keeper@house.test')
  expectOk(
    await newVisitor().call(reportProduct, {
      params: { id: unlinked.id },
      body: { reason: 'scam', detail: COMPLAINT },
    }),
  )

  for (const language of ['es', 'en'] as const)
    for (const name of ['Ana', 'Eva'])
      await hangVoice(admin, { name, language, username: product.username })

  const shelvesIn = async (locale: Locale) => {
    const reader = new ApiClient(town.origin, { 'accept-language': locale })
    const { categories } = expectOk(await reader.call(listCategoryTree, {}))
    return categories.flatMap(({ name, subcategories }) => [
      name,
      ...subcategories.map(shelf => shelf.name),
    ])
  }

  let saleId = ''
  const order = async (outcome?: 'approved' | 'rejected' | 'in_process' | 'pending_cash') => {
    const payerEmail = `${outcome ?? 'created'}@mail.test`
    const { init_point } = expectOk(
      await newVisitor().call(createPreference, {
        body: { products: [{ id: product.id }], payerEmail },
      }),
    )
    const preferenceId = new URL(init_point).searchParams.get('pref_id')!
    const { preferences } = await town.provider.readLedger()
    const preference = preferences.find(({ id }) => id === preferenceId)!
    if (outcome) await town.provider.pay({ preferenceId, outcome })
    if (outcome === 'approved') saleId = preference.external_reference
    return new URL(preference.back_urls.success).searchParams.get('order')!
  }
  const orders = {
    approved: await order('approved'),
    pending: await order('pending_cash'),
    rejected: await order('rejected'),
    in_process: await order('in_process'),
    created: await order(),
  }
  await town.waitForJobs()
  return {
    email,
    seller,
    newcomer: empty,
    leaver: empty,
    admin,
    shelves: { es: await shelvesIn('es'), en: await shelvesIn('en') },
    username: product.username,
    saleId,
    productId: product.id,
    unlinkedId: unlinked.id,
    orders,
  }
}
