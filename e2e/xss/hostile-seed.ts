import pg from 'pg'
import { createPreference } from '#contract/orders/orders.ts'
import { sendSupportMessage } from '#contract/support.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { createSeller } from '../actions/seller-actions.ts'
import { insertHostileProducts, insertHostileSellers, insertHostileTexts } from './hostile-rows.ts'
import { HOSTILE_STRINGS } from './hostile-strings.ts'

/** The maximum number of products in a cart. */
export const CART_MAX = 20
/** The number of characters up to which hostile strings are joined into one message of the support form. */
const MESSAGE_MAX = 1900

/** Splits a list into chunks of at most `size` items. */
function splitIntoChunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) =>
    list.slice(n * size, (n + 1) * size),
  )
}

/**
 * Stores the hostile strings in every column with user input, some of them through the API.
 * @returns the API clients of the seller and the admin, and the keys of the rows
 */
export async function seedHostileTexts(server: TestServer) {
  const { email: sellerEmail, api: seller } = await createSeller(server, 'hostile')
  const { email: adminEmail, api: admin } = await createSeller(server, 'admin', { linked: false })
  await server.grantAdmin(adminEmail)
  const templateProduct = await publishProduct(seller, { name: 'Harmless' })
  const validNames = HOSTILE_STRINGS.filter(text => text.trim().length >= 3 && text.length <= 50)
  const submittedNames = validNames.filter((_, index) => index % 20 === 0)
  const db = new pg.Client(server.databaseUrl)
  await db.connect()

  // The seller submits a few of the strings through the API; all of them are inserted into the tables.
  for (const name of submittedNames) await publishProduct(seller, { name })
  const ids = await insertHostileProducts(db, { productId: templateProduct.id, sellerEmail })
  const sellers = await insertHostileSellers(db)
  const orders: string[] = []
  for (const [index, cartIds] of splitIntoChunks(ids, CART_MAX).entries()) {
    const { init_point } = expectOk(
      await new ApiClient(server.origin).call(createPreference, {
        body: {
          products: cartIds.map(id => ({ id })),
          payerEmail: index === 0 ? "o'__hit+1@mail.test" : `hostile-${index}@mail.test`,
        },
      }),
    )
    const preferenceId = new URL(init_point).searchParams.get('pref_id')!
    const { preferences } = await server.provider.readLedger()
    const preference = preferences.find(({ id }) => id === preferenceId)!
    orders.push(new URL(preference.back_urls.success).searchParams.get('order')!)
    await server.provider.pay({ preferenceId, outcome: 'approved' })
  }
  for (const strings of splitIntoChunks(HOSTILE_STRINGS, 30)) {
    const message = strings.join('\n').slice(0, MESSAGE_MAX)
    const body = { email: "o'__hit+1@mail.test", message }
    expectOk(await new ApiClient(server.origin).call(sendSupportMessage, { body }))
  }
  await server.waitForJobs()
  await insertHostileTexts(db, { productId: templateProduct.id, sellerEmail })
  const { rows } = await db.query<{ username: string; sale: string }>(
    `select username, (select id::text from orders order by id limit 1) as sale
     from profiles p join users u on u.id = p.user_id where u.email = $1`,
    [sellerEmail],
  )
  await db.end()
  const [{ username, sale }] = rows as [{ username: string; sale: string }]
  return { seller, admin, username, sale, sellers, orders, ids, templateId: templateProduct.id }
}

/** Sets the description of products to all hostile strings. */
export async function setLongDescriptions(server: TestServer, ids: number[]): Promise<void> {
  const db = new pg.Client(server.databaseUrl)
  await db.connect()
  await db.query('update products set description = $1 where id = any($2)', [
    HOSTILE_STRINGS.join('\n'),
    ids,
  ])
  await db.end()
}

/** Sets the formatted texts of products, one text for each; the ids are those of more products than texts. */
export async function setAbouts(
  server: TestServer,
  ids: readonly number[],
  texts: readonly string[],
): Promise<void> {
  const db = new pg.Client(server.databaseUrl)
  await db.connect()
  await db.query(
    'update products set about = t.text from unnest($1::int[], $2::text[]) as t(id, text) where products.id = t.id',
    [ids.slice(0, texts.length), texts],
  )
  await db.end()
}
