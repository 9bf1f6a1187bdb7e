import { createPreference } from '#contract/sales.ts'
import type { Locale } from '#messages/runtime'
import { becomeCreator, linkAccount, must, publishProduct } from '#test/merchant.ts'
import { coverImage } from '#test/make.ts'
import { Visitor } from '#test/visitor.ts'
import type { Town } from '#test/app-process.ts'
import { wear } from './accounts/people.ts'
import { lookAt } from './look.ts'
import { expect, test } from './stage.ts'

/** Everything that the screens show, made by the API as people would. */
interface Furnished {
  email: string
  session: Visitor
  newcomer: Visitor
  productId: number
  unlinkedId: number
  orders: Record<'approved' | 'pending' | 'rejected' | 'in_process' | 'created', string>
}

async function furnish(town: Town): Promise<Furnished> {
  const newVisitor = () => new Visitor(town.origin)
  const session = newVisitor()
  const email = 'screens@creators.test'
  await becomeCreator(session, email, address => town.readMail(address))
  await linkAccount(session)
  const long = 'Un nombre de producto larguísimo para tapa chica'
  const product = await publishProduct(session, { name: long })
  await publishProduct(session, {
    name: 'Loops',
    price: 1200,
    isPriceDynamic: true,
    image: await coverImage({ width: 60, height: 60 }),
  })
  const newcomer = newVisitor()
  await becomeCreator(newcomer, 'newcomer@creators.test', address => town.readMail(address))
  const unlinked = await publishProduct(newcomer, { name: 'Sin cobro' })
  const empty = newVisitor()
  await becomeCreator(empty, 'empty@creators.test', address => town.readMail(address))

  const order = async (outcome?: 'approved' | 'rejected' | 'in_process' | 'pending_cash') => {
    const payerEmail = `${outcome ?? 'created'}@mail.test`
    const { init_point } = must(
      await newVisitor().call(createPreference, {
        body: { products: [{ id: product.id }], payerEmail },
      }),
    )
    const preferenceId = new URL(init_point).searchParams.get('pref_id')!
    const { preferences } = await town.provider.ledger()
    const preference = preferences.find(({ id }) => id === preferenceId)!
    if (outcome) await town.provider.pay({ preferenceId, outcome })
    return new URL(preference.back_urls.success).searchParams.get('order')!
  }
  const orders = {
    approved: await order('approved'),
    pending: await order('pending_cash'),
    rejected: await order('rejected'),
    in_process: await order('in_process'),
    created: await order(),
  }
  await town.settled()
  return { email, session, newcomer: empty, productId: product.id, unlinkedId: unlinked.id, orders }
}

let furnished: Furnished | undefined

type Screen = [name: string, address: (f: Furnished) => string, who?: 'seller' | 'newcomer']

const SCREENS: Screen[] = [
  ['home', () => '/'],
  ['register', () => '/register'],
  ['email-sent', () => '/verifyemail'],
  ['verify-failed', () => '/verify/not-a-token'],
  ['login', () => '/login'],
  ['login-google', () => '/login?google=unverified_email'],
  ['login-email-change', () => '/login?email_change=success'],
  ['not-verified', () => '/notverified'],
  ['recover', () => '/recover'],
  ['reset', () => '/reset/not-a-token'],
  ['set', () => '/set/not-a-token'],
  ['loading', () => '/loading'],
  ['product', f => `/product/${f.productId}`],
  ['product-dynamic', f => `/product/${f.productId + 1}`],
  ['product-unlinked', f => `/product/${f.unlinkedId}`],
  ['product-missing', () => '/product/999999'],
  ['product-wrong-id', () => '/product/abc'],
  ['payment-success', f => `/payment/success?order=${f.orders.approved}`],
  ['payment-pending', f => `/payment/pending?order=${f.orders.pending}`],
  ['payment-failure', f => `/payment/failure?order=${f.orders.rejected}`],
  ['payment-success-bare', () => '/payment/success'],
  ['order-approved', f => `/order/${f.orders.approved}`],
  ['order-pending', f => `/order/${f.orders.pending}`],
  ['order-in-process', f => `/order/${f.orders.in_process}`],
  ['order-rejected', f => `/order/${f.orders.rejected}`],
  ['order-created', f => `/order/${f.orders.created}`],
  ['order-unknown', () => '/order/nothing'],
  ['orders', () => '/order'],
  ['not-found', () => '/nothing/here'],
  ['kit', () => '/dev/ui'],
  ['dashboard-new', () => '/dashboard', 'newcomer'],
  ['products-empty', () => '/dashboard/products', 'newcomer'],
  ['payment-account-new', () => '/dashboard/profile/payment', 'newcomer'],
  ['sales-empty', () => '/dashboard/sales', 'newcomer'],
  ['security', () => '/dashboard/security?google=linked', 'seller'],
  ['dashboard', () => '/dashboard', 'seller'],
  ['products', () => '/dashboard/products', 'seller'],
  ['create', () => '/dashboard/product/create', 'seller'],
  ['payment-account', () => '/dashboard/profile/payment', 'seller'],
  ['sales', () => '/dashboard/sales', 'seller'],
]

for (const locale of ['es', 'en'] as Locale[])
  for (const width of [360, 1280])
    test(`every screen of the story is whole and accessible, in ${locale} at ${width} pixels, light and dark`, async ({
      someone,
      town,
    }) => {
      test.setTimeout(600_000)
      furnished ??= await furnish(town)
      const people = {
        visitor: await someone(locale, width),
        newcomer: await someone(locale, width),
        seller: await someone(locale, width),
      }
      await wear(people.newcomer, town, furnished.newcomer)
      await wear(people.seller, town, furnished.session)

      for (const [name, address, who = 'visitor'] of SCREENS) {
        const { page } = people[who]
        await page.goto(address(furnished), { waitUntil: 'networkidle' })
        await expect(page.getByRole('heading').first(), name).toBeVisible()
        await expect(page.locator('html'), name).toHaveAttribute('lang', locale)
        await lookAt(page, `${name}-${locale}-${width}`)
      }
    })
