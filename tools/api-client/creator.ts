import { createProduct, type Product } from '#contract/products/products.ts'
import { listCategoryTree } from '#contract/products/categories.ts'
import { login } from '#contract/accounts/sessions.ts'
import { register, verifyAccount } from '#contract/accounts/registration.ts'
import { getMercadoPagoAuthUrl } from '#contract/payment-accounts.ts'
import { createCoverImage, createPdfFile } from './sample-files.ts'
import type { ApiClient } from './api-client.ts'

export const PASSWORD = 'Kiosko-2026'
/** The description of products that tests publish. */
export const SAMPLE_DESCRIPTION = 'Ochenta recetas de una cocina del sur.'

/**
 * Registers an account, verifies it by the mailed link and signs in. `readMail` waits for a mail to the address and
 * returns its text.
 */
export async function registerCreator(
  client: ApiClient,
  email: string,
  readMail: (email: string) => Promise<string>,
): Promise<void> {
  const account = { email, password: PASSWORD, confirm_password: PASSWORD, tyc: true as const }
  expectOk(await client.call(register, { body: account }))
  const token = /\/verify\/([\w-]+)/.exec(await readMail(email))?.[1]
  if (!token) throw new Error('the mail holds no link')
  expectOk(await client.call(verifyAccount, { params: { token } }))
  expectOk(await client.call(login, { body: { email, password: PASSWORD } }))
}

/** Links a MercadoPago account by giving consent on the simulator's page. Returns the URL of the final redirect. */
export async function linkMercadoPago(client: ApiClient, collectorId = 'new'): Promise<string> {
  const { authURL } = expectOk(await client.call(getMercadoPagoAuthUrl, {}))
  const consent = await fetch(authURL, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ decision: 'allow', user_id: collectorId }),
  })
  const back = await client.request(consent.headers.get('location')!)
  return back.headers.get('location') ?? ''
}

export interface ProductInput {
  name?: string
  price?: number
  isPriceDynamic?: boolean
  guaranteeDays?: number
  file?: File
  image?: File
  idempotencyKey?: string
}

/** Publishes a product in the first subcategory of the first category. */
export async function publishProduct(
  client: ApiClient,
  {
    name = 'Recetas de mi abuela',
    price = 8900,
    isPriceDynamic = false,
    guaranteeDays,
    file,
    image,
    idempotencyKey,
  }: ProductInput = {},
): Promise<Product> {
  const { categories } = expectOk(await client.call(listCategoryTree, {}))
  const [category] = categories
  return expectOk(
    await client.call(createProduct, {
      form: {
        name,
        price,
        isPriceDynamic,
        ...(guaranteeDays !== undefined && { guaranteeDays }),
        description: SAMPLE_DESCRIPTION,
        categoryId: category!.id,
        subcategoryId: category!.subcategories[0]!.id,
      },
      files: {
        image_file: image ?? (await createCoverImage()),
        product_file: file ?? createPdfFile(64 * 1024),
      },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    }),
  )
}

/**
 * Returns the body of a successful response.
 * @throws Error with the error code of a failed response
 */
export function expectOk<B>(
  answer: { ok: true; body: B } | { ok: false; code?: string; status: number },
): B {
  if (answer.ok) return answer.body
  throw new Error(`refused: ${answer.status} ${answer.code}`)
}
