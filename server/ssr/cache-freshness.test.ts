import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildProductPath } from '#contract/products/product-path.ts'
import { deleteAccount, getUser } from '#contract/accounts/user.ts'
import { login } from '#contract/accounts/sessions.ts'
import { suspendUser, unsuspendUser } from '#contract/admin/users.ts'
import { restoreProduct, takeDownProduct } from '#contract/admin/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { updateProduct } from '#contract/products/products.ts'
import { addPreview } from '#contract/products/previews.ts'
import { publishProduct } from '#contract/products/working-copy.ts'
import { getPublicProfile, uploadPicture } from '#contract/profiles.ts'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'

/**
 * In these tests two processes share one PostgreSQL database, and each process has its own response cache. The process
 * that made a change shows the change in its next response. The other process shows it after a notification, for which
 * the tests wait.
 */
let shop: TestApp
let secondApp: Awaited<ReturnType<TestApp['startSecondApp']>>
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
  secondApp = await shop.startSecondApp()
})
beforeEach(() => shop.reset())
afterAll(async () => {
  await secondApp.close()
  await shop.close()
})

const visitors = () => [shop.visitor(), secondApp.visitor()]
const pages = (path: string) =>
  Promise.all(
    visitors().map(async visitor => {
      // A product that got another name has another address.
      const reply = await visitor.request(path, { redirect: 'follow' })
      return { status: reply.status, text: await reply.text() }
    }),
  )
/** Tells for each of the two processes whether its page contains the given words. */
const pagesContain = async (path: string, words: string) =>
  (await pages(path)).map(({ text }) => text.includes(words))
const statuses = async (path: string) => (await pages(path)).map(({ status }) => status)

/** Publishes a product and requests its pages so often that both processes have cached them. */
async function publishCachedProduct() {
  const ana = await shop.seller()
  const song = await shop.publish(ana, { name: 'Zamba del sur' })
  const paths = ['/', '/explore', buildProductPath(song), `/profile/${song.username}`]
  const calls = [`/api/public/product/${song.id}`, '/api/public/product/page/1']
  const see = async () => {
    for (const path of [...paths, ...calls]) await pages(path)
  }
  await see()
  await see()
  return { ana, song, see, product: buildProductPath(song), profile: `/profile/${song.username}` }
}

test('a product that an admin takes down disappears everywhere and returns when it is restored', async () => {
  const { song, see, product } = await publishCachedProduct()
  const admin = await createAdmin(shop, 'admin@kiosko.test')
  const note = { params: { id: song.id }, body: { reason: 'Not theirs to sell' } }

  expectOk(await admin.call(takeDownProduct, note))
  await expect.poll(() => statuses(product)).toEqual([404, 404])
  await expect.poll(() => statuses(`/api${product.replace('/', '/public/')}`)).toEqual([404, 404])
  for (const path of ['/', '/explore', '/api/public/product/page/1'])
    await expect.poll(() => pagesContain(path, 'Zamba del sur')).toEqual([false, false])

  await see()
  expectOk(await admin.call(restoreProduct, note))
  await expect.poll(() => statuses(product)).toEqual([200, 200])
  await expect.poll(() => pagesContain('/explore', 'Zamba del sur')).toEqual([true, true])
})

test('the products of a seller disappear everywhere after a suspension or a closed account', async () => {
  const { ana, see, product, profile } = await publishCachedProduct()
  const admin = await createAdmin(shop, 'admin@kiosko.test')
  const { id } = expectOk(await ana.call(getUser, {}))
  const about = { params: { id }, body: { reason: 'Reported three times' } }

  expectOk(await admin.call(suspendUser, about))
  await expect
    .poll(async () => [...(await statuses(product)), ...(await statuses(profile))])
    .toEqual([404, 404, 404, 404])

  await see()
  expectOk(await admin.call(unsuspendUser, about))
  await expect
    .poll(async () => [...(await statuses(product)), ...(await statuses(profile))])
    .toEqual([200, 200, 200, 200])

  await see()
  // The seller signs in again, since the suspension has ended all sessions.
  expectOk(await ana.call(login, { body: { email: ana.email, password: PASSWORD } }))
  expectOk(await ana.call(deleteAccount, { body: { password: PASSWORD } }))
  await expect
    .poll(async () => [...(await statuses(product)), ...(await statuses(profile))])
    .toEqual([404, 404, 404, 404])
  await expect.poll(() => pagesContain('/', 'Zamba del sur')).toEqual([false, false])
})

test('a changed price, preview or profile picture is visible everywhere at once', async () => {
  const { ana, song, see } = await publishCachedProduct()
  const params = { id: song.id }
  const shown = () =>
    Promise.all(
      visitors().map(async visitor => expectOk(await visitor.call(getPublicProduct, { params }))),
    )

  expectOk(await ana.call(updateProduct, { params, form: { price: 777 } }))
  await expect.poll(async () => (await shown()).map(({ price }) => price)).toEqual([777, 777])
  await expect.poll(() => pagesContain(buildProductPath(song), '777')).toEqual([true, true])

  await see()
  expectOk(
    await ana.call(addPreview, {
      params,
      form: {},
      files: { preview_file: await createCoverImage() },
    }),
  )
  expectOk(await ana.call(publishProduct, { params }))
  await expect
    .poll(async () => (await shown()).map(({ previews }) => previews.length))
    .toEqual([1, 1])

  await see()
  expectOk(
    await ana.call(uploadPicture, { form: {}, files: { picture_file: await createCoverImage() } }),
  )
  const { username } = song
  const hasPicture = () =>
    Promise.all(
      visitors().map(
        async visitor =>
          expectOk(await visitor.call(getPublicProfile, { params: { username } }))
            .profilePictureUrl !== null,
      ),
    )
  await expect.poll(hasPicture).toEqual([true, true])
})

test('unlinking a payment account stops sales on every page, and linking it again resumes them', async () => {
  const { ana, song, see } = await publishCachedProduct()
  const canBeBought = () =>
    Promise.all(
      visitors().map(
        async visitor =>
          expectOk(await visitor.call(getPublicProduct, { params: { id: song.id } })).hasAuth,
      ),
    )
  await expect.poll(() => canBeBought()).toEqual([true, true])

  expectOk(await ana.call(unlinkMercadoPago, {}))
  await expect.poll(() => canBeBought()).toEqual([false, false])

  await see()
  await shop.linkMercadoPago(ana)
  await expect.poll(() => canBeBought()).toEqual([true, true])
})

test('no outdated page is shown while the LISTEN connection is down, nor afterwards', async () => {
  const { ana, song, see, product } = await publishCachedProduct()
  const save = async (name: string) =>
    expectOk(await ana.call(updateProduct, { params: { id: song.id }, form: { name } }))
  const breakListenConnections = () =>
    shop.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and query ilike 'listen public_changes%'`,
    )
  for (const name of ['Vidala', 'Chacarera', 'Cueca']) {
    await breakListenConnections()
    await save(name)
    await expect.poll(() => pagesContain(product, name)).toEqual([true, true])
    await expect.poll(async () => (await see(), shop.app.responseCache.size)).toBeGreaterThan(0)

    await save(`${name} nueva`)
    await expect.poll(() => pagesContain(product, `${name} nueva`)).toEqual([true, true])
  }
})
