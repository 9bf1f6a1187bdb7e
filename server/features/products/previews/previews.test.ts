import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type PreviewImage, deleteProduct, getOwnProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { addPreview, deletePreview, reorderPreviews } from '#contract/products/previews.ts'
import { getWorkingCopy, publishProduct } from '#contract/products/working-copy.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { deletePicture, getProfile, updateProfile, uploadPicture } from '#contract/profiles.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { listWaitingQueries } from '#tools/database/waiting-queries.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { createLogger } from '#server/logger.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { insertPreview } from './queries.ts'
import { trashOrphans } from '#server/features/files/orphan-cleanup/orphan-cleanup.ts'

const shop = useTestApp()
let seller: ApiClient
beforeEach(async () => {
  seller = await shop.creator()
})

const smallImage = () => createCoverImage({ width: 40, height: 50 })
const imageKeys = () => readdir(join(shop.folder, 'storage/images'))

async function upload(id: number, client: ApiClient = seller) {
  const files = { preview_file: await smallImage() }
  return client.call(addPreview, { params: { id }, form: {}, files })
}

/** Inserts previews whose images are not stored. */
async function insertPreviews(productId: number, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await insertPreview(shop.db, productId, randomUUID())
}

describe('previews', () => {
  test('a product shows at most eight previews to everybody, in the order that the seller sets', async () => {
    const { id } = await shop.publish(seller)
    const replies = []
    for (let index = 0; index < 9; index += 1) replies.push(await upload(id))
    expect(replies.map(({ status }) => status)).toEqual([...Array<number>(8).fill(201), 409])
    const { previews } = expectOk(replies[7]!)

    const order = previews.map(preview => preview.id).toReversed()
    expectOk(await seller.call(reorderPreviews, { params: { id }, body: { order } }))
    const [deletedId, ...remainingIds] = order
    expectOk(await seller.call(deletePreview, { params: { id, previewId: deletedId! } }))
    expectOk(await seller.call(publishProduct, { params: { id } }))

    const publicPreviews = expectOk(
      await shop.visitor().call(getPublicProduct, { params: { id } }),
    ).previews
    expect(publicPreviews.map(preview => preview.id)).toEqual(remainingIds)
    expect(expectOk(await seller.call(getOwnProduct, { params: { id } })).previews).toEqual(
      publicPreviews,
    )
    const picture = await fetch(`${shop.origin}${publicPreviews[0]!.imageFile}`)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    await picture.arrayBuffer()
    await shop.waitForJobs()
    expect(await imageKeys()).toHaveLength(8)
  })

  test('exactly eight of ten concurrent preview uploads are accepted, and the images of the others are removed', async () => {
    const { id } = await shop.publish(seller)
    const replies = await Promise.all(Array.from({ length: 10 }, () => upload(id)))
    expect(replies.filter(({ ok }) => ok)).toHaveLength(8)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(expectOk(await seller.call(getWorkingCopy, { params: { id } })).previews).toHaveLength(8)
    expect(await imageKeys()).toHaveLength(9)
  })

  test('a ninth preview is refused before its image is encoded', async () => {
    const { id } = await shop.publish(seller)
    await insertPreviews(id, LIMITS.previewsPerProduct)

    const files = { preview_file: new File(['no image'], 'a.png', { type: 'image/png' }) }
    const refused = await seller.call(addPreview, { params: { id }, form: {}, files })

    expect(refused).toMatchObject({ status: 409, code: 'ERROR_UNEXPECTED_PARAMETER' })
  })

  test('one of three uploads that wait for a product with room for one preview is accepted', async () => {
    const { id } = await shop.publish(seller)
    await insertPreviews(id, LIMITS.previewsPerProduct - 1)

    const { replies } = await runTransaction(shop.db, async tx => {
      await tx.execute(sql`select id from products where id = ${id} for update`)
      const replies = [upload(id), upload(id), upload(id)]
      await expect
        .poll(async () => (await listWaitingQueries(shop.database)).length, { timeout: 20_000 })
        .toBe(3)
      return { replies }
    })

    const statuses = (await Promise.all(replies)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })

  test.each([
    ['one preview missing', (ids: number[]) => ids.slice(1)],
    ['one preview twice', (ids: number[]) => [ids[0]!, ids[0]!]],
    ['an unknown preview', (ids: number[]) => [ids[0]!, 999]],
  ])('reordering previews with %s is refused', async (_, wrong) => {
    const { id } = await shop.publish(seller)
    await upload(id)
    const { previews } = expectOk(await upload(id))
    const order = wrong(previews.map((preview: PreviewImage) => preview.id))
    expect(await seller.call(reorderPreviews, { params: { id }, body: { order } })).toMatchObject({
      status: 400,
      code: 'INVALID_DATA',
    })
  })

  test('a preview that is not an image is refused and stores nothing', async () => {
    const { id } = await shop.publish(seller)
    const files = { preview_file: new File(['<svg onload=alert(1)>'], 'a.png') }
    expect(await seller.call(addPreview, { params: { id }, form: {}, files })).toMatchObject({
      status: 400,
      code: 'ERROR_UPLOADING_PRODUCT_IMAGE',
    })
    expect(await imageKeys()).toHaveLength(1)
  })

  test('adding or deleting previews of another seller’s product replies that it does not exist', async () => {
    const { id } = await shop.publish(seller)
    const { previews } = expectOk(await upload(id))
    const stranger = await shop.creator()
    const notFound = { status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' }
    expect(await upload(id, stranger)).toMatchObject(notFound)
    const previewId = previews[0]!.id
    expect(await stranger.call(deletePreview, { params: { id, previewId } })).toMatchObject(
      notFound,
    )
    const theirs = await shop.publish(stranger)
    expect(
      await stranger.call(deletePreview, { params: { id: theirs.id, previewId } }),
    ).toMatchObject(notFound)
    expect(await imageKeys()).toHaveLength(3)
  })
})

describe('a profile picture', () => {
  const upload = async (file: File) =>
    seller.call(uploadPicture, { form: {}, files: { picture_file: file } })

  test('a new profile picture replaces the previous one, and deleting it removes its image', async () => {
    const first = expectOk(await upload(await createCoverImage({ width: 300, height: 90 })))
    expect(first.profilePictureUrl).toMatch(/^\/images\/[\w-]+\/320\.webp$/)
    const second = expectOk(await upload(await smallImage()))
    expect(second.profilePictureUrl).not.toBe(first.profilePictureUrl)
    await shop.waitForJobs()
    expect(await imageKeys()).toHaveLength(1)
    expect(expectOk(await seller.call(getProfile, {})).profilePictureUrl).toBe(
      second.profilePictureUrl,
    )

    expect(expectOk(await seller.call(deletePicture, {})).profilePictureUrl).toBeNull()
    await shop.waitForJobs()
    expect(await imageKeys()).toEqual([])
  })

  test('a profile picture that is not an image or too large is refused and stores nothing', async () => {
    expect(await upload(new File(['MZ'], 'yo.png'))).toMatchObject({
      status: 400,
      code: 'ERROR_UPLOADING_PRODUCT_IMAGE',
    })
    const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'yo.png')
    expect(await upload(large)).toMatchObject({ status: 413, code: 'ERROR_UPLOADING_FILES' })
    expect(await imageKeys()).toEqual([])
  })
})

test.each(['Mayúscula', 'con espacio', 'ab', 'x'.repeat(16), ''])(
  'the username %j is refused with ERROR_INVALID_USERNAME',
  async username => {
    const reply = await seller.call(updateProfile, { body: { username, bio: 'Hola' } })
    expect(reply).toMatchObject({ status: 400, code: 'ERROR_INVALID_USERNAME' })
  },
)

test('orphan cleanup moves only unreferenced files and images that are older than a day', async () => {
  const product = await shop.publish(seller)
  expectOk(await upload(product.id))
  expectOk(
    await seller.call(uploadPicture, { form: {}, files: { picture_file: await smallImage() } }),
  )
  const withdrawn = await shop.publish(seller, { name: 'Retirado' })
  expectOk(await seller.call(deleteProduct, { params: { id: withdrawn.id } }))
  await shop.waitForJobs()
  const storage = await createDiskStorage(join(shop.folder, 'storage'))
  await storage.putImage('orphan-image/320.webp', Buffer.from('x'))
  const staged = await storage.stageUpload()
  await staged.write((await import('node:stream')).Readable.from(['bytes']), 100)
  await staged.commit('1/orphan-file')
  const namesBefore = await listNames()
  const cleanUp = () => trashOrphans({ db: shop.db, storage, log: createLogger('silent') })

  // Nothing is moved yet: the new objects could belong to an upload whose row is not committed.
  expect(await cleanUp()).toEqual({ files: 0, images: 0 })
  await makeOld()
  expect(await cleanUp()).toEqual({ files: 1, images: 1 })

  const namesAfter = await listNames()
  expect(namesBefore.filter(name => !namesAfter.includes(name)).toSorted()).toEqual([
    'files/1/orphan-file',
    'images/orphan-image/320.webp',
  ])

  async function listNames(): Promise<string[]> {
    const root = join(shop.folder, 'storage')
    const all = await readdir(root, { recursive: true, withFileTypes: true })
    return all
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
  }

  async function makeOld(): Promise<void> {
    const root = join(shop.folder, 'storage')
    const old = new Date(Date.now() - 25 * HOUR_MS)
    for (const entry of await readdir(root, { recursive: true }))
      await utimes(join(root, entry), old, old)
  }
})
