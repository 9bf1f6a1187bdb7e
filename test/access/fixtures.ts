import { updateProductRow } from '#server/db/product-rows.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { insertFileOnSale } from '#tools/database/insert-file.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import {
  accountTokens,
  coupons,
  downloadGrants,
  jobs,
  notifications,
  orderItems,
  orders,
  passkeys,
  payments,
  priceBatches,
  productPreviews,
  productReports,
  productReviews,
  productSamples,
  products,
  profiles,
  sessions,
  testimonials,
  unmatchedPayments,
  uploads,
  userRoles,
  users,
  workingCopies,
} from '#server/db/schema/index.ts'
import { issueReceipt } from '#server/features/orders/delivery/issue-receipt.ts'
import { hashPassword } from '#server/features/accounts/passwords/hashing.ts'
import { createOrderTokens } from '#server/mail/order-tokens.ts'
import { generateToken } from '#server/http/session-cookie.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { PASSWORD, type TestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

/** The kinds of callers, in the sequence of the columns of the access table. */
export const CALLERS = ['anonymous', 'unverified', 'owner', 'seller', 'admin'] as const
export type Caller = (typeof CALLERS)[number]

/** The resource that a call acts on: the owner's, a deleted one, or one that never existed. */
export type CallTarget = 'own' | 'deleted' | 'missing'

const ACCOUNTS = ['owner', 'seller', 'admin', 'unverified', 'closed', 'waiting'] as const
type Account = (typeof ACCOUNTS)[number]

const MISSING = 999_999
const MISSING_ORDER = '00000000-0000-4000-8000-000000000000'
const MISSING_UPLOAD = '00000000-0000-4000-8000-000000000001'
const FILE_BYTES = 500

/** One row of each kind of resource that a call can act on, and a client for each caller. */
export type AccessFixtures = Awaited<ReturnType<typeof seedAccessFixtures>>

/**
 * Creates a function that empties the app, stops its worker, whose jobs would change the fixtures, and seeds the
 * fixtures. Further calls restore them: their rows, their files and the cookies of their clients.
 */
export function createFixtureSource(getShop: () => TestApp): () => Promise<AccessFixtures> {
  let fixtures: AccessFixtures
  let restoreState: (() => Promise<void>) | undefined
  let cookies: [ApiClient, [string, string][]][]
  return async () => {
    if (restoreState) {
      await restoreState()
      for (const [client, values] of cookies) {
        client.cookies.clear()
        for (const [name, value] of values) client.cookies.set(name, value)
      }
      return fixtures
    }
    const shop = getShop()
    await shop.reset()
    await shop.app.worker.stop()
    fixtures = await seedAccessFixtures(shop)
    cookies = Object.values(fixtures.clients).map(client => [client, [...client.cookies]])
    restoreState = await shop.saveState()
    return fixtures
  }
}

let passwordHash: Promise<string> | undefined

/** Fills the empty database of a test app with the fixtures of the access table. */
async function seedAccessFixtures(shop: TestApp) {
  const { db, config, folder } = shop
  passwordHash ??= hashPassword(PASSWORD)
  const hash = await passwordHash
  const ids = {} as Record<Account, number>
  const clients = { anonymous: shop.visitor() } as Record<Caller, ApiClient>
  for (const name of ACCOUNTS) {
    const [user] = await db
      .insert(users)
      .values({
        email: `${name}@people.test`,
        passwordHash: hash,
        verifiedAt: name === 'unverified' || name === 'waiting' ? null : new Date(),
        closedAt: name === 'closed' ? new Date() : null,
        secondFactorSince: name === 'owner' ? new Date() : null,
      })
      .returning({ id: users.id })
    const userId = user!.id
    ids[name] = userId
    await db.insert(profiles).values({ userId, username: name })
    await db.insert(userRoles).values({ userId, role: name === 'admin' ? 'admin' : 'user' })
    if (name === 'closed' || name === 'waiting') continue
    const { token, tokenHash } = generateToken()
    const factorConfirmedAt = name === 'owner' ? new Date() : null
    await db
      .insert(sessions)
      .values({ userId, tokenHash, ip: '', userAgent: '', factorConfirmedAt })
    const visitor = shop.visitor()
    visitor.cookies.set(`session_${config.port}`, token)
    clients[name] = visitor
  }

  const listedProduct = await makeProduct('Producto', null)
  const deletedProduct = await makeProduct('Retirado', new Date())
  const draft = await makeDraft(null)
  const deletedDraft = await makeDraft(new Date())
  const pack = await makeDraft(null, true)
  const deletedPack = await makeDraft(new Date(), true)
  const [preview] = await db
    .insert(productPreviews)
    .values({
      productId: listedProduct.id,
      imageKey: randomUUID(),
      position: 1,
      editedPosition: 1,
    })
    .returning({ id: productPreviews.id })
  const sale = await makeOrder(listedProduct, '77')
  const orderOfDeletedProduct = await makeOrder(deletedProduct, '78')
  const hidden = { hiddenAt: new Date(), hiddenReason: 'Un motivo', deletedAt: new Date() }
  const [review, deletedReview] = await db
    .insert(productReviews)
    .values(
      [
        { orderItemId: sale.itemId, productId: listedProduct.id },
        { orderItemId: orderOfDeletedProduct.itemId, productId: deletedProduct.id, ...hidden },
      ].map(row => ({ ...row, sellerId: ids.owner, stars: 4, language: 'es' as const })),
    )
    .returning({ id: productReviews.id })
  const [notification] = await db
    .insert(notifications)
    .values({ userId: ids.owner, kind: 'delivered', detail: {}, dedupeKey: 'one' })
    .returning({ id: notifications.id })
  const [report] = await db
    .insert(productReports)
    .values({ productId: listedProduct.id, reason: 'other' })
    .returning({ id: productReports.id })
  const [job] = await db
    .insert(jobs)
    .values({ kind: 'remove_file', payload: {}, state: 'dead', maxAttempts: 1 })
    .returning({ id: jobs.id })
  const [testimonial] = await db
    .insert(testimonials)
    .values({ name: 'Ana', trade: 'Música', quote: 'Vendo.', language: 'es', position: 1 })
    .returning({ id: testimonials.id })
  const [coupon] = await db
    .insert(coupons)
    .values({ sellerId: ids.owner, code: 'OTONO15', kind: 'percent', value: 15 })
    .returning({ id: coupons.id })
  const [passkey] = await db
    .insert(passkeys)
    .values({
      userId: ids.owner,
      name: 'Laptop',
      credentialId: 'BBBB',
      publicKey: 'BBBB',
      userHandle: 'BBBB',
      counter: 0,
      transports: [],
      isSynced: false,
    })
    .returning({ id: passkeys.id })
  const unmatchedPayment = {
    sellerId: ids.owner,
    collectorId: '1',
    status: 'approved',
    amountMinor: 10_000,
    refundedMinor: 0,
    applicationFeeMinor: 2000,
    currency: 'ARS' as const,
  }
  await db.insert(unmatchedPayments).values([
    { ...unmatchedPayment, id: '87', orderId: randomUUID() },
    { ...unmatchedPayment, id: '88', orderId: randomUUID(), dismissedAt: new Date() },
  ])
  const linkTokens = {
    verify: await link('verify', ids.waiting),
    reset: await link('reset', ids.seller),
  }

  async function makeProduct(name: string, deletedAt: Date | null) {
    const [product] = await db
      .insert(products)
      .values({
        sellerId: ids.owner,
        name,
        description: 'Algo.',
        price: 100,
        isPriceDynamic: false,
        categoryId: sql`(select min(id) from categories)`,
        subcategoryId: sql`(select min(id) from subcategories)`,
        imageKey: randomUUID(),
        deletedAt,
      })
      .returning({ id: products.id })
    const storageKey = `${ids.owner}/${randomUUID()}`
    const inserted = await insertFileOnSale(db, {
      productId: product!.id,
      storageKey,
      fileName: 'a.pdf',
      type: 'pdf',
      mime: 'application/pdf',
      sizeBytes: FILE_BYTES,
      sha256: 'x',
    })
    const path = join(folder, 'storage/files', storageKey)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.alloc(FILE_BYTES))
    const sampleKey = `${ids.owner}/${randomUUID()}`
    await db.insert(productSamples).values({
      slotId: inserted.slotId,
      productId: product!.id,
      fileId: inserted.fileId,
      storageKey: sampleKey,
      mime: 'application/pdf',
      sizeBytes: FILE_BYTES,
      sha256: 'y',
      length: 1,
    })
    await writeFile(join(folder, 'storage/files', sampleKey), Buffer.alloc(FILE_BYTES))
    return { id: product!.id, ...inserted }
  }

  /** Inserts a draft that lacks nothing, except that a draft of a pack has no parts. */
  async function makeDraft(deletedAt: Date | null, isPack = false) {
    const { id } = await makeProduct('Borrador', deletedAt)
    const category = await db.execute<{ id: number }>(sql`select min(id) as id from categories`)
    const categoryId = String(category.rows[0]!.id)
    await updateProductRow(db, id, { state: 'draft', isPack })
    await db.insert(workingCopies).values({
      productId: id,
      imageKey: randomUUID(),
      publishAt: deletedAt ? null : new Date(Date.now() + HOUR_MS),
      fields: {
        name: 'Borrador',
        description: 'Algo.',
        price: '100',
        categoryId,
        subcategoryId: categoryId,
      },
    })
    return id
  }

  /** Inserts a paid and delivered order of a product. */
  async function makeOrder(product: { id: number; editionId: number }, paymentId: string) {
    const id = randomUUID()
    const now = new Date()
    await db.insert(orders).values({
      id,
      sellerId: ids.owner,
      collectorId: '1',
      payerEmail: 'buyer@people.test',
      language: 'es',
      state: 'approved',
      currency: 'ARS',
      totalMinor: 10_000,
      feeMinor: 2000,
      providerKey: randomUUID(),
      createdAt: now,
      expiresAt: now,
      approvedAt: now,
    })
    const [item] = await db
      .insert(orderItems)
      .values({
        orderId: id,
        productId: product.id,
        editionId: product.editionId,
        sellerId: ids.owner,
        soldAt: now,
        saleState: 'approved',
        currency: 'ARS',
        name: 'Producto',
        priceMinor: 10_000,
        feePercent: 20,
        feeMinor: 2000,
        sellerShareMinor: 8000,
      })
      .returning({ id: orderItems.id })
    await db.insert(payments).values({
      id: paymentId,
      orderId: id,
      status: 'approved',
      amountMinor: 10_000,
      currency: 'ARS',
      collectorId: '1',
    })
    await db.execute(sql`update orders set approved_payment_id = ${paymentId} where id = ${id}`)
    const farFuture = new Date(now.getTime() + 1e9)
    await db.insert(downloadGrants).values({ orderItemId: item!.id, expiresAt: farFuture })
    await runTransaction(db, tx => issueReceipt(tx, { id, sellerId: ids.owner }))
    const token = createOrderTokens(config.orderTokenKey).create(id, 1)
    return { id, itemId: item!.id, token }
  }

  async function link(purpose: 'verify' | 'reset', userId: number): Promise<string> {
    const { token, tokenHash } = generateToken()
    const expiresAt = new Date(Date.now() + 1e7)
    await db.insert(accountTokens).values({ userId, purpose, tokenHash, expiresAt })
    return token
  }

  const uploadId = randomUUID()
  await db.insert(uploads).values({
    id: uploadId,
    sellerId: ids.owner,
    fileName: 'a.pdf',
    fingerprint: 'a',
    sizeBytes: 1000,
    expiresAt: new Date(Date.now() + 1e7),
  })
  await mkdir(join(folder, 'storage/uploads'), { recursive: true })
  await writeFile(join(folder, 'storage/uploads', uploadId), '')

  const by = <V>(target: CallTarget, own: V, deleted: V, missing: V): V =>
    ({ own, deleted, missing })[target]
  return {
    clients,
    linkTokens,
    product: (target: CallTarget) => by(target, listedProduct.id, deletedProduct.id, MISSING),
    draft: (target: CallTarget) => by(target, draft, deletedDraft, MISSING),
    pack: (target: CallTarget) => by(target, pack, deletedPack, MISSING),
    slot: (target: CallTarget) => by(target, listedProduct.slotId, deletedProduct.slotId, MISSING),
    fileVersion: (target: CallTarget) =>
      by(target, listedProduct.fileId, deletedProduct.fileId, MISSING),
    preview: (target: CallTarget) => by(target, preview!.id, MISSING, MISSING),
    user: (target: CallTarget) => by(target, ids.waiting, ids.closed, MISSING),
    username: (target: CallTarget) => by(target, 'owner', 'closed', 'nobody'),
    upload: (target: CallTarget) => by(target, uploadId, MISSING_UPLOAD, MISSING_UPLOAD),
    notification: (target: CallTarget) => by(target, notification!.id, MISSING, MISSING),
    /** Inserts an upload of the owner that a product can take, since a product takes it only once. */
    checkedUpload: async (): Promise<string> => {
      const id = randomUUID()
      const storageKey = `${ids.owner}/${id}`
      await writeFile(join(folder, 'storage/files', storageKey), Buffer.alloc(FILE_BYTES))
      await db.insert(uploads).values({
        id,
        sellerId: ids.owner,
        fileName: 'a.zip',
        fingerprint: id,
        sizeBytes: FILE_BYTES,
        receivedBytes: FILE_BYTES,
        state: 'ready',
        storageKey,
        type: 'zip',
        mime: 'application/zip',
        sha256: '',
        crc32: 0,
        expiresAt: new Date(Date.now() + 1e7),
      })
      return id
    },
    /** Inserts a planned batch of prices, since a batch can be cancelled only once. */
    priceBatch: async (target: CallTarget) => {
      const state = target === 'own' ? 'planned' : 'cancelled'
      const [batch] = await db
        .insert(priceBatches)
        .values({
          sellerId: ids.owner,
          kind: 'percent',
          value: 10,
          ending: 'none',
          state,
          startsAt: new Date(Date.now() + DAY_MS),
          endedAt: state === 'planned' ? null : new Date(),
        })
        .returning({ id: priceBatches.id })
      return by(target, batch!.id, batch!.id, MISSING)
    },
    coupon: (target: CallTarget) => by(target, coupon!.id, MISSING, MISSING),
    passkey: (target: CallTarget) => by(target, passkey!.id, MISSING, MISSING),
    report: (target: CallTarget) => by(target, report!.id, MISSING, MISSING),
    testimonial: (target: CallTarget) => by(target, testimonial!.id, MISSING, MISSING),
    job: (target: CallTarget) => by(target, job!.id, MISSING, MISSING),
    /**
     * Returns an order id for a target. For `deleted` it is an order of the deleted product, which the buyer can still
     * open.
     */
    order: (target: CallTarget) => by(target, sale.id, orderOfDeletedProduct.id, MISSING_ORDER),
    orderToken: (target: CallTarget) =>
      by(target, sale.token, orderOfDeletedProduct.token, 'nothing'),
    /** Returns the id of a payment without an order for a target. For `deleted` it is one that was dismissed. */
    unmatchedPayment: (target: CallTarget) => by(target, '87', '88', String(MISSING)),
    /** Returns the id of a review. For `deleted` it is one that was hidden and that its buyer deleted. */
    review: (target: CallTarget) => by(target, review!.id, deletedReview!.id, MISSING),
    orderItem: (target: CallTarget) =>
      by(target, sale.itemId, orderOfDeletedProduct.itemId, MISSING),
    image: await createCoverImage({ width: 20, height: 20 }),
    file: createPdfFile(2000),
    /** Puts all orders on hold, as a fraud alert does. */
    holdOrders: () => db.execute(sql`update orders set held_at = now()`),
  }
}
