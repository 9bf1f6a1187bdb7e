import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { OwnProductDetail, detailFields, plainFields } from '#contract/products/products.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { type products, sessions } from '#server/db/schema/index.ts'
import { insertSession, insertUser } from '#server/features/accounts/queries.ts'
import { hashPassword } from '#server/features/accounts/passwords/hashing.ts'
import { recordDevice } from '#server/features/accounts/sessions/queries.ts'
import { getOwnProduct } from '#server/features/products/own-products.ts'
import { saveLinkedAccount } from '#server/features/payment-accounts/queries.ts'
import { encryptTokens } from '#server/features/payment-accounts/tokens.ts'
import { createProfile } from '#server/features/profiles/service.ts'
import { generateToken, getSignedInCookieName, hashToken } from '#server/http/session-cookie.ts'
import { createEncryption } from '#server/integrations/encryption.ts'
import { encodeCover, type EncodedImage } from '#server/integrations/images/encode.ts'
import { findDiskFolder } from '#server/integrations/storage/open-storage.ts'
import type { ApiClient } from '../api-client/api-client.ts'
import { describeBytes, insertProductWithFile } from '../database/insert-product.ts'
import { PASSWORD, SAMPLE_DESCRIPTION } from '../api-client/creator.ts'
import type { MercadoPagoControl } from '../api-client/mercadopago-control.ts'
import { createCoverImage, createPdfFile } from '../api-client/sample-files.ts'

/**
 * People and products that a test only needs to exist, written as rows in milliseconds by the queries of the product.
 * Registration, sign-in, linking and upload have tests of their own, which go through the front door.
 */

/** The marketplace in which rows are written: its database and settings, and the control API of its provider. */
export interface RowTarget {
  db: Database
  config: Config
  provider: MercadoPagoControl
}

const FILE_BYTES = 4096

let passwordHash: Promise<string> | undefined
let coverFiles: Promise<EncodedImage[]> | undefined

/**
 * Inserts a verified account with a profile, and signs the client in on a browser that the account has used before. The
 * password is `PASSWORD`.
 * @returns the id of the account
 */
export async function insertSignedInUser(
  { db, config }: Pick<RowTarget, 'db' | 'config'>,
  client: ApiClient,
  email: string,
): Promise<number> {
  passwordHash ??= hashPassword(PASSWORD)
  const account = {
    email,
    passwordHash: await passwordHash,
    verifiedAt: new Date(),
    languagePreference: 'SPA' as const,
  }
  const session = generateToken()
  const device = generateToken()
  const id = await runTransaction(db, async tx => {
    const userId = await insertUser(tx, account)
    if (userId === undefined) throw new Error(`${email} has an account already`)
    await createProfile(tx, userId)
    await insertSession(tx, { userId, tokenHash: session.tokenHash, ip: '', userAgent: '' })
    await recordDevice(tx, userId, device.tokenHash)
    return userId
  })
  client.addCookie(cookieName(config, 'session'), session.token)
  client.addCookie(cookieName(config, 'device'), device.token)
  client.addCookie(getSignedInCookieName(config), '1')
  return id
}

const cookieName = ({ secureCookies, publicPort }: Config, name: string) =>
  secureCookies ? `__Host-${name}` : `${name}_${publicPort}`

/**
 * Finds the user who is signed in at a client.
 * @throws Error if nobody is
 */
export async function findSignedInUser(
  { db, config }: Pick<RowTarget, 'db' | 'config'>,
  client: ApiClient,
): Promise<number> {
  const token = client.cookies.get(cookieName(config, 'session')) ?? ''
  const [session] = await db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)))
  if (!session) throw new Error('nobody is signed in at this client')
  return session.userId
}

/**
 * Links a new account at the provider's simulator to a user.
 * @returns the provider's id of the account
 */
export async function insertPaymentAccount(
  { db, config, provider }: RowTarget,
  userId: number,
): Promise<string> {
  const tokens = await provider.authorizeNewAccount()
  const { collectorId } = tokens
  const encryption = createEncryption(config.encryptionKeys)
  const encryptedTokens = encryptTokens(encryption, { userId, collectorId }, tokens)
  await saveLinkedAccount(db, userId, tokens, encryptedTokens)
  return collectorId
}

/** The columns of a product that tests choose, and its file. `price` is in whole units of the currency. */
export interface ProductRow extends Partial<
  Pick<typeof products.$inferInsert, keyof typeof plainFields | keyof typeof detailFields | 'price'>
> {
  /** Its name and type must be those of its content, which is not examined. */
  file?: File
}

/**
 * Inserts a product on sale in the first subcategory of the first category, and stores a cover and a file on the disk:
 * by default a PDF of 4 KB without pages. No job examines the file.
 * @returns the product as its seller sees it
 * @throws Error if files are stored in a bucket
 */
export async function insertProductOnSale(
  { db, config }: Pick<RowTarget, 'db' | 'config'>,
  sellerId: number,
  { file: content = createPdfFile(FILE_BYTES), ...columns }: ProductRow = {},
): Promise<OwnProductDetail> {
  const folder = findDiskFolder(config)
  if (folder === undefined) throw new Error('a product in a bucket must be uploaded')
  const imageKey = await storeCover(folder)
  const file = await storeFile(folder, sellerId, content)
  const id = await runTransaction(db, tx =>
    insertProductWithFile(
      tx,
      {
        sellerId,
        name: 'Recetas de mi abuela',
        description: SAMPLE_DESCRIPTION,
        price: 8900,
        isPriceDynamic: false,
        categoryId: sql`(select id from categories order by position limit 1)`,
        subcategoryId: sql`(select id from subcategories where category_id =
          (select id from categories order by position limit 1) order by position limit 1)`,
        imageKey,
        ...columns,
      },
      file,
    ),
  )
  return getOwnProduct({ config, db }, sellerId, id, 'es')
}

/** Stores a small cover, which is encoded once, under a new key. */
async function storeCover(folder: string): Promise<string> {
  coverFiles ??= encodeSampleCover()
  const key = randomUUID()
  await mkdir(join(folder, 'images', key), { recursive: true })
  for (const { name, bytes } of await coverFiles)
    await writeFile(join(folder, 'images', key, name), bytes)
  return key
}

async function encodeSampleCover(): Promise<EncodedImage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-cover-'))
  const path = join(folder, 'cover.png')
  await writeFile(path, await (await createCoverImage()).bytes())
  const files = await encodeCover(path)
  await rm(folder, { recursive: true })
  return files
}

/** Stores a file and returns the columns that describe it. */
async function storeFile(folder: string, sellerId: number, content: File) {
  const bytes = await content.bytes()
  const storageKey = `${sellerId}/${randomUUID()}`
  await mkdir(join(folder, 'files', String(sellerId)), { recursive: true })
  await writeFile(join(folder, 'files', storageKey), bytes)
  return {
    storageKey,
    fileName: content.name,
    type: extname(content.name).slice(1),
    mime: content.type,
    ...describeBytes(bytes),
  }
}
