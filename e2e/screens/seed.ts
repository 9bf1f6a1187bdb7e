import { expect } from '@playwright/test'
import { addTestimonial } from '#contract/admin/testimonials.ts'
import { duplicateProduct } from '#contract/products/working-copy.ts'
import { setProductState } from '#contract/products/products.ts'
import { listCategoryTree } from '#contract/products/categories.ts'
import { changeProductFile, listProductFiles } from '#contract/files/product-files.ts'
import { reportProduct } from '#contract/admin/reports.ts'
import { saveReview } from '#contract/product-reviews/reviews.ts'
import { type Order, createPreference, getOrder } from '#contract/orders/orders.ts'
import type { Locale } from '#messages/runtime'
import { addFile, publishChanges, replaceFile } from '#tools/api-client/product-files.ts'
import {
  SAMPLE_DESCRIPTION,
  registerCreator,
  linkMercadoPago,
  expectOk,
  publishProduct,
} from '#tools/api-client/creator.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { addAuthenticatorApp, addSoftwarePasskey } from '#tools/test-app/second-factors.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { buyProducts, readOrderToken } from '../actions/seller-actions.ts'

/** Accounts, products and orders that the screens show; all are created by the API. */
export interface SeedData {
  email: string
  seller: ApiClient
  newSeller: ApiClient
  /** A seller with a passkey and an authenticator app. */
  protectedSeller: ApiClient
  /** The email of `protectedSeller`. */
  protectedEmail: string
  /** The seller who is signed out by the logout screen, so that the other sessions continue. */
  departingSeller: ApiClient
  admin: ApiClient
  /** The username of `seller`. */
  username: string
  /** The names of all categories and subcategories. */
  categoryNames: Record<Locale, string[]>
  saleId: string
  productId: number
  /** A product of `seller` whose buyers choose the price. */
  dynamicProductId: number
  /** A draft of `seller` that lacks its file. */
  draftId: number
  unlinkedProductId: number
  /** A product of `seller` that is no longer offered. */
  archivedProductId: number
  /** A product with several files, of which one was replaced, one added and one hidden since it was sold. */
  courseId: number
  courseSaleId: string
  orders: Record<
    'approved' | 'pending' | 'rejected' | 'in_process' | 'created' | 'reviewed' | 'withFiles',
    string
  >
}

const PASSKEY_NAME = 'Laptop de Ana'
const LONG_NAME = 'Un nombre de producto larguísimo para tapa chica'
const TESTIMONIAL_QUOTES = {
  es: 'Vendo mientras duermo, y no es un decir.',
  en: 'It sells while I am asleep.',
}
const REVIEW = {
  stars: 4,
  text: 'Muy claro y bien explicado. Le falta un índice.',
  name: 'Mora de Rosario',
}
const COURSE_NAME = 'Curso de charango'
export const REPORT_DETAIL = 'No llega nunca el archivo que promete.'

/** Returns whether a text contains content written by the seeded users, which is not translated. */
export const isUserContent = (text: string): boolean =>
  [
    LONG_NAME,
    REPORT_DETAIL,
    REVIEW.text,
    REVIEW.name,
    TESTIMONIAL_QUOTES.es,
    TESTIMONIAL_QUOTES.en,
    SAMPLE_DESCRIPTION,
    'Sin cobro',
    COURSE_NAME,
    PASSKEY_NAME,
  ].some(content => text.includes(content))

/** Adds a testimonial to the home page. */
export async function addSampleTestimonial(
  admin: ApiClient,
  { name, language, username = '' }: { name: string; language: Locale; username?: string },
): Promise<void> {
  const testimonial = { quote: TESTIMONIAL_QUOTES[language], trade: 'Ebooks', hidden: false }
  expectOk(await admin.call(addTestimonial, { body: { ...testimonial, name, language, username } }))
}

/** Publishes a product with several files, and changes them after somebody has bought it. */
async function seedCourse(server: TestServer, seller: ApiClient) {
  const { id } = await publishProduct(seller, { name: COURSE_NAME })
  const add = (name: string) => addFile(seller, id, createPdfFile(20_000, name))
  for (const number of [2, 3, 4, 5, 6, 7]) await add(`clase-${number}.pdf`)
  const buyer = 'course@mail.test'
  const { orderId } = await buyProducts(server, [id], buyer)
  const { files } = expectOk(await seller.call(listProductFiles, { params: { id } }))
  const [first, second] = files.map(file => ({ id, slot: file.id }))
  await replaceFile(seller, first!, createPdfFile(30_000, 'clase-1-corregida.pdf'))
  expectOk(await seller.call(changeProductFile, { params: second!, body: { isHidden: true } }))
  await publishChanges(seller, id)
  await add('clase-8.pdf')
  return { courseId: id, courseSaleId: orderId, token: await readOrderToken(server, buyer) }
}

/** Creates by the API all data that the screens show. */
export async function seedScreenData(server: TestServer): Promise<SeedData> {
  const newVisitor = () => new ApiClient(server.origin)
  const seller = newVisitor()
  const email = 'screens@creators.test'
  await registerCreator(seller, email, address => server.waitForMailText(address))
  await linkMercadoPago(seller)
  const product = await publishProduct(seller, { name: LONG_NAME })
  const draft = expectOk(
    await seller.call(duplicateProduct, { params: { id: String(product.id) } }),
  )
  const dynamicProduct = await publishProduct(seller, {
    name: 'Loops',
    price: 1200,
    isPriceDynamic: true,
    image: await createCoverImage({ width: 60, height: 60 }),
  })
  const { token: withFiles, ...course } = await seedCourse(server, seller)
  const archivedProduct = await publishProduct(seller, { name: LONG_NAME })
  const archiving = { params: { id: archivedProduct.id }, body: { state: 'archived' } } as const
  expectOk(await seller.call(setProductState, archiving))
  const unlinkedSeller = newVisitor()
  await registerCreator(unlinkedSeller, 'newcomer@creators.test', address =>
    server.waitForMailText(address),
  )
  const unlinkedProduct = await publishProduct(unlinkedSeller, { name: 'Sin cobro' })
  const newSeller = newVisitor()
  await registerCreator(newSeller, 'empty@creators.test', address =>
    server.waitForMailText(address),
  )

  const protectedSeller = newVisitor()
  const protectedEmail = 'protected@creators.test'
  await registerCreator(protectedSeller, protectedEmail, address => server.waitForMailText(address))
  await addSoftwarePasskey(protectedSeller, PASSKEY_NAME)
  await addAuthenticatorApp(protectedSeller)

  const admin = newVisitor()
  await registerCreator(admin, 'admin@creators.test', address => server.waitForMailText(address))
  await server.grantAdmin('admin@creators.test')
  expectOk(
    await newVisitor().call(reportProduct, {
      params: { id: unlinkedProduct.id },
      body: { reason: 'scam', detail: REPORT_DETAIL },
    }),
  )

  for (const language of ['es', 'en'] as const)
    for (const name of ['Ana', 'Eva'])
      await addSampleTestimonial(admin, { name, language, username: product.username })

  const listCategoryNames = async (locale: Locale) => {
    const reader = new ApiClient(server.origin, { 'accept-language': locale })
    const { categories } = expectOk(await reader.call(listCategoryTree, {}))
    return categories.flatMap(({ name, subcategories }) => [
      name,
      ...subcategories.map(subcategory => subcategory.name),
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
    const { preferences } = await server.provider.readLedger()
    const preference = preferences.find(({ id }) => id === preferenceId)!
    if (outcome) await server.provider.pay({ preferenceId, outcome })
    if (outcome === 'approved') saleId = preference.external_reference
    return new URL(preference.back_urls.success).searchParams.get('order')!
  }
  /** Waits until the notice of a payment has arrived and the order is delivered. @returns its first item */
  const waitForDelivery = async (token: string) => {
    let item: Order['items'][number] | undefined
    await expect
      .poll(async () => {
        const { items } = expectOk(
          await newVisitor().call(getOrder, { params: { token }, query: {} }),
        )
        item = items[0]
        return item?.downloadUrl
      })
      .toBeTruthy()
    return item!
  }
  const addReview = async (token: string) => {
    const item = await waitForDelivery(token)
    await (await fetch(item.downloadUrl!)).arrayBuffer()
    const params = { token, item: item.id }
    expectOk(await newVisitor().call(saveReview, { params, body: REVIEW }))
    return token
  }
  const orders = {
    reviewed: await addReview(await order('approved')),
    approved: await order('approved'),
    pending: await order('pending_cash'),
    rejected: await order('rejected'),
    in_process: await order('in_process'),
    created: await order(),
    withFiles,
  }
  const lost = await buyProducts(server, [product.id], 'lost@mail.test')
  await server.loseOrder(lost.orderId)
  await server.provider.sendWebhook({ paymentId: lost.paymentId })
  await server.waitForJobs()
  return {
    email,
    seller,
    newSeller,
    protectedSeller,
    protectedEmail,
    departingSeller: newSeller,
    admin,
    categoryNames: { es: await listCategoryNames('es'), en: await listCategoryNames('en') },
    username: product.username,
    saleId,
    productId: product.id,
    dynamicProductId: dynamicProduct.id,
    draftId: draft.id,
    unlinkedProductId: unlinkedProduct.id,
    archivedProductId: archivedProduct.id,
    ...course,
    orders,
  }
}
