import { login } from '#contract/accounts/sessions.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { withdrawFromOrder } from '#contract/withdrawals.ts'
import { DEMO_PASSWORD } from '#demo/users.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'

/** A phone and a computer, as the list of sessions names them. */
export const PHONE_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'
const COMPUTER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** What the pictures show besides the demo data. */
export interface PictureData {
  server: TestServer
  /** The seller @cocinasur. */
  seller: ApiClient
  /** The seller @ovillo, who has not linked a payment account. */
  unlinkedSeller: ApiClient
  /** The id of a demo product of @cocinasur by its name. */
  productIds: Map<string, number>
  paid: PlacedOrder
  voucher: PlacedOrder
}

interface PlacedOrder {
  orderId: string
  token: string
}

/** The buyer of `paid`. */
export const BUYER = 'lucia@correo.test'
const LATE_DAYS = 20
/**
 * The days until the answer to a request that is made from Monday to Friday. Five working days after a Saturday or a
 * Sunday are fewer, and the picture must not depend on the day on which it is taken.
 */
const ANSWER_DAYS_SHOWN = 7

/** Signs in and places the orders that the pictures show. All of them are of the demo seller @cocinasur. */
export async function createPictureData(server: TestServer): Promise<PictureData> {
  const signIn = async (name: string, userAgent: string) => {
    const client = new ApiClient(server.origin, { 'user-agent': userAgent })
    expectOk(
      await client.call(login, {
        body: { email: `${name}@kiosko.test`, password: DEMO_PASSWORD },
      }),
    )
    return client
  }
  await signIn('marta', COMPUTER_AGENT)
  const seller = await signIn('marta', PHONE_AGENT)
  const { products } = expectOk(await seller.call(listOwnProducts, {}))
  const productIds = new Map(products.map(({ id, name }) => [name, id]))

  const order = async (
    payerEmail: string,
    names: string[],
    outcome: 'approved' | 'pending_cash',
  ): Promise<PlacedOrder> => {
    const { init_point } = expectOk(
      await new ApiClient(server.origin).call(createPreference, {
        body: { products: names.map(name => ({ id: productIds.get(name)! })), payerEmail },
      }),
    )
    const preferenceId = new URL(init_point).searchParams.get('pref_id')!
    const { preferences } = await server.provider.readLedger()
    const preference = preferences.find(({ id }) => id === preferenceId)!
    await server.provider.pay({ preferenceId, outcome })
    await server.waitForMailText(payerEmail)
    await server.waitForJobs()
    return {
      orderId: preference.external_reference,
      token: new URL(preference.back_urls.success).searchParams.get('order')!,
    }
  }

  const late = await order('pablo@correo.test', ['Fermentos para empezar'], 'approved')
  await server.ageOrder(late.orderId, LATE_DAYS)
  expectOk(
    await new ApiClient(server.origin).call(withdrawFromOrder, { params: { token: late.token } }),
  )
  await server.setAnswerDays(late.orderId, ANSWER_DAYS_SHOWN)
  return {
    server,
    seller,
    unlinkedSeller: await signIn('nilda', PHONE_AGENT),
    productIds,
    voucher: await order('nora@correo.test', ['Conservas y dulces del sur'], 'pending_cash'),
    paid: await order(BUYER, ['Recetas de mi abuela', 'Pan casero sin amasar'], 'approved'),
  }
}
