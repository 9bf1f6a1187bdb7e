import { reportProduct } from '#contract/reports.ts'
import { createPreference } from '#contract/sales.ts'
import type { Locale } from '#messages/runtime'
import { becomeCreator, linkAccount, must, publishProduct } from '#test/merchant.ts'
import { coverImage } from '#test/make.ts'
import { Visitor } from '#test/visitor.ts'
import type { Town } from '#test/app-process.ts'
import { wear } from './accounts/people.ts'
import { lookAt, PICTURES } from './look.ts'
import { expect, test } from './stage.ts'

/** Everything that the screens show, made by the API as people would. */
interface Furnished {
  email: string
  session: Visitor
  newcomer: Visitor
  admin: Visitor
  /** Of the seller. */
  username: string
  saleId: string
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

  const admin = newVisitor()
  await becomeCreator(admin, 'keeper@house.test', address => town.readMail(address))
  await town.grantAdmin('keeper@house.test')
  must(
    await newVisitor().call(reportProduct, {
      params: { id: unlinked.id },
      body: { reason: 'scam', detail: 'No llega nunca el archivo que promete.' },
    }),
  )

  let saleId = ''
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
  await town.settled()
  return {
    email,
    session,
    newcomer: empty,
    admin,
    username: product.username,
    saleId,
    productId: product.id,
    unlinkedId: unlinked.id,
    orders,
  }
}

let furnished: Furnished | undefined

type Screen = [
  name: string,
  address: (f: Furnished) => string,
  who?: 'seller' | 'newcomer' | 'admin',
]

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
  ['sale', f => `/dashboard/sales?sale=${f.saleId}`, 'seller'],
  ['sales-filtered', () => '/dashboard/sales?q=nothing&state=refunded', 'seller'],
  ['edit', f => `/dashboard/product/edit/${f.productId}`, 'seller'],
  ['edit-gone', () => '/dashboard/product/edit/abc', 'seller'],
  ['detail', f => `/dashboard/product/${f.productId}`, 'seller'],
  ['profile', () => '/dashboard/profile/build', 'seller'],
  ['notifications', () => '/dashboard/profile/notifications', 'seller'],
  ['admin-reviews', () => '/dashboard/admin', 'admin'],
  ['admin-reports', () => '/dashboard/admin?tab=reports', 'admin'],
  ['admin-users', () => '/dashboard/admin?tab=users', 'admin'],
  ['admin-products', () => '/dashboard/admin?tab=products', 'admin'],
  ['admin-jobs', () => '/dashboard/admin?tab=jobs', 'admin'],
  ['admin-audit', () => '/admin/dashboard?tab=audit', 'admin'],
  ['explore', () => '/explore'],
  ['explore-found', () => '/explore?q=loops&minPrice=10&dynamicPrice=true'],
  ['explore-nothing', () => '/explore?q=zzzzzz'],
  ['public-profile', f => `/profile/${f.username}`],
  ['public-profile-missing', () => '/profile/nobodyhere'],
  ['checkout-empty', () => '/checkout'],
  ['help', () => '/help'],
  ['faq', () => '/faq'],
  ['terms', () => '/tyc'],
]

/** Each language and each width once in every run; all four pairs where pictures are made. */
const PAIRS: [Locale, number][] = PICTURES
  ? [
      ['es', 360],
      ['es', 1280],
      ['en', 360],
      ['en', 1280],
    ]
  : [
      ['es', 360],
      ['en', 1280],
    ]

// Each pair takes minutes: they run beside each other.
test.describe.configure({ mode: 'parallel' })

for (const [locale, width] of PAIRS)
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
      admin: await someone(locale, width),
    }
    await wear(people.newcomer, town, furnished.newcomer)
    await wear(people.seller, town, furnished.session)
    await wear(people.admin, town, furnished.admin)

    for (const [name, address, who = 'visitor'] of SCREENS) {
      const { page } = people[who]
      await page.goto(address(furnished), { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading').first(), name).toBeVisible()
      await expect(page.locator('html'), name).toHaveAttribute('lang', locale)
      await lookAt(page, `${name}-${locale}-${width}`)
    }
  })
