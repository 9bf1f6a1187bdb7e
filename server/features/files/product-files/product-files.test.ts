import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addProductFile,
  changeProductFile,
  listProductFiles,
  reorderProductFiles,
  replaceProductFile,
} from '#contract/files/product-files.ts'
import { deleteProduct, getOwnProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { publishProduct } from '#contract/products/working-copy.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { daysAgo } from '#contract/core/time.ts'
import { productFiles, productSlots } from '#server/db/schema/index.ts'
import { uncountSupersededFiles } from './release-file.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { addFile, publishChanges, replaceFile, sendFile } from '#tools/api-client/product-files.ts'
import { cancelTusUpload } from '#tools/api-client/resumable-uploads.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { readUsedBytes } from '#tools/test-app/product-uploads.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: ApiClient
let product: { id: number }
let first: File
beforeEach(async () => {
  seller = await shop.seller()
  first = createZipFile(100_000, 'uno.zip')
  product = await shop.upload(seller, { file: first })
})

const own = () => ({ id: product.id })
const list = async () => expectOk(await seller.call(listProductFiles, { params: own() })).files
const createWaveFile = (bytes: number) =>
  new File([Buffer.from('RIFF0000WAVEfmt '), Buffer.alloc(bytes - 16, 1)], 'audio.wav')

const publish = () => publishChanges(seller, product.id)
async function add(file: File, slot: { title?: string; forEarlierBuyers?: boolean } = {}) {
  const files = await addFile(seller, product.id, file, slot)
  await publish()
  return files
}
async function replace(slot: number, file: File): Promise<void> {
  await replaceFile(seller, { ...own(), slot }, file)
  await publish()
}
const change = (
  slot: number,
  body: { title?: string; isHidden?: boolean; forEarlierBuyers?: boolean },
) => seller.call(changeProductFile, { params: { ...own(), slot }, body })

/** Buys the product and returns the token of the paid order. */
async function buy(): Promise<string> {
  const { preferenceId, token } = await shop.order(shop.visitor(), [{ id: product.id }])
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  await shop.waitForOrderState(token, 'approved')
  return token
}

const readFiles = async (token: string) => (await shop.readOrder(token)).items[0]!.files
/**
 * Downloads every version that an order offers, and returns their sizes: of each file the newest, then the bought one.
 */
async function downloadSizes(token: string): Promise<number[][]> {
  const sizes = []
  for (const { downloadUrl, bought } of await readFiles(token)) {
    const urls = [downloadUrl, bought?.downloadUrl ?? null].filter(url => url !== null)
    const replies = await Promise.all(urls.map(url => fetch(url)))
    sizes.push(
      await Promise.all(replies.map(async reply => (await reply.arrayBuffer()).byteLength)),
    )
  }
  return sizes
}

describe('a product with several files', () => {
  test('a product with several files shows all of them on its page, and is found by the type of each', async () => {
    await add(createWaveFile(5000), { title: 'La pista' })

    const page = expectOk(await shop.visitor().call(getPublicProduct, { params: own() }))
    expect(page.files).toEqual({
      count: 2,
      types: ['WAV', 'ZIP'],
      sizeBytes: first.size + 5000,
      pages: null,
    })
    expect(page.fileList.map(({ name, type }) => [name, type])).toEqual([
      ['uno.zip', 'ZIP'],
      ['La pista', 'WAV'],
    ])
    for (const [fileType, total] of [
      ['zip', 1],
      ['wav', 1],
      ['mp3', 0],
    ] as const) {
      const query = { fileType }
      const found = expectOk(
        await shop.visitor().call(listPublicProducts, { params: { page: 1 }, query }),
      )
      expect([found.products.length, found.total]).toEqual([total, total])
    }
  })

  test('a product with several files delivers each of them, in the order that the seller sets', async () => {
    const files = await add(createZipFile(50_000, 'dos.zip'))
    const order = files.map(({ id }) => id).toReversed()
    expectOk(await seller.call(reorderProductFiles, { params: own(), body: { order } }))
    await publish()

    const token = await buy()

    expect((await readFiles(token)).map(({ fileName }) => fileName)).toEqual(['dos.zip', 'uno.zip'])
    expect(await downloadSizes(token)).toEqual([[createZipFile(50_000).size], [first.size]])
    const mail = await shop.waitForMail('buyer@mail.test', /^Tu compra/)
    expect(mail.text).toContain('2 archivos')
    await expectCleanInvariants(shop)
  })

  test('a product with several files has at most fifty, also if two are added at once', async () => {
    const slots = Array.from({ length: LIMITS.filesPerProduct - 2 }, (_, position) => ({
      productId: product.id,
      position: position + 1,
      editedPosition: position + 1,
    }))
    await shop.db.insert(productSlots).values(slots)

    const results = await Promise.allSettled([
      addFile(seller, product.id, createZipFile(1000, 'a.zip')),
      addFile(seller, product.id, createZipFile(1000, 'b.zip')),
    ])

    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(add(createZipFile(1000, 'c.zip'))).rejects.toThrow('ERROR_TOO_MANY_FILES')
  })
})

describe('who bought a product before it was changed', () => {
  test('a buyer of a product that was changed gets the newest version of a file, and may take the bought one', async () => {
    const token = await buy()
    const [slot] = await list()
    await replace(slot!.id, createZipFile(120_000, 'nuevo.zip'))
    await replace(slot!.id, createZipFile(140_000, 'otro.zip'))

    expect(await readFiles(token)).toMatchObject([
      { fileName: 'otro.zip', isAdded: false, bought: { fileName: 'uno.zip' } },
    ])
    expect((await readFiles(token))[0]!.since).not.toBeNull()
    expect(await downloadSizes(token)).toEqual([[createZipFile(140_000).size, first.size]])
    // The version between them was never bought, so it is no longer stored.
    expect(await readUsedBytes(seller)).toBe(createZipFile(140_000).size + first.size)
    expect((await readFiles(token))[0]).toMatchObject({
      downloadsLeft: LIMITS.downloadsPerGrant - 1,
      bought: { downloadsLeft: LIMITS.downloadsPerGrant - 1 },
    })
    await expectCleanInvariants(shop)
  })

  test('a buyer gets an added file unless the seller says otherwise, and a later buyer always gets it', async () => {
    const before = await buy()
    await add(createZipFile(20_000, 'extra.zip'), { forEarlierBuyers: false })
    await add(createZipFile(30_000, 'regalo.zip'))
    const after = await buy()

    const names = async (token: string) =>
      (await readFiles(token)).map(({ fileName, isAdded }) => [fileName, isAdded])
    expect(await names(before)).toEqual([
      ['uno.zip', false],
      ['regalo.zip', true],
    ])
    expect(await names(after)).toEqual([
      ['uno.zip', false],
      ['extra.zip', false],
      ['regalo.zip', false],
    ])
    const extra = (await list())[1]!
    expectOk(await change(extra.id, { forEarlierBuyers: true }))
    await publish()
    expect((await names(before)).map(([name]) => name)).toContain('extra.zip')
  })

  test('a buyer keeps a hidden file, which is not sold any more, and gets its newest version', async () => {
    await add(createZipFile(20_000, 'dos.zip'))
    const before = await buy()
    const second = (await list())[1]!
    expectOk(await change(second.id, { isHidden: true }))
    await replace(second.id, createZipFile(25_000, 'dos-nuevo.zip'))
    const after = await buy()

    expect((await readFiles(before)).map(({ fileName }) => fileName)).toEqual([
      'uno.zip',
      'dos-nuevo.zip',
    ])
    expect((await readFiles(after)).map(({ fileName }) => fileName)).toEqual(['uno.zip'])
    expect((await list()).map(({ isHidden }) => isHidden)).toEqual([false, true])
    await expectCleanInvariants(shop)

    expectOk(await change(second.id, { isHidden: false }))
    await publish()
    expect(expectOk(await seller.call(getOwnProduct, { params: own() })).files.count).toBe(2)
  })

  test('a buyer keeps all files of a product that was deleted', async () => {
    await add(createZipFile(20_000, 'dos.zip'))
    const token = await buy()

    await seller.call(deleteProduct, { params: own() })

    expect((await downloadSizes(token)).map(sizes => sizes.length)).toEqual([1, 1])
    await expectCleanInvariants(shop)
  })
})

test('a file that nobody bought is deleted once it is hidden, and the last one stays until there is another', async () => {
  const files = await add(createZipFile(20_000))

  expectOk(await change(files[1]!.id, { isHidden: true }))
  expect(await readUsedBytes(seller)).toBe(first.size + 20_000)
  await publish()

  expect(await list()).toHaveLength(1)
  expect(await readUsedBytes(seller)).toBe(first.size)
  expectOk(await change(files[0]!.id, { isHidden: true }))
  expect(await seller.call(publishProduct, { params: own() })).toMatchObject({
    status: 400,
    code: 'ERROR_MISSING_PRODUCT_DATA',
  })
  expect(expectOk(await shop.visitor().call(getPublicProduct, { params: own() })).files.count).toBe(
    1,
  )
  expect(await change(files[1]!.id, { isHidden: false })).toMatchObject({
    status: 404,
    code: 'ERROR_PRODUCT_FILE_NOT_FOUND',
  })
})

test('a replaced file that was bought leaves the quota after 90 days, and counts again when it is shown again', async () => {
  const files = await add(createZipFile(20_000))
  await buy()
  expectOk(await change(files[1]!.id, { isHidden: true }))
  await publish()
  const context = { db: shop.db, config: { sellerQuotaBytes: 1e9 }, notify: async () => undefined }
  const age = (days: number) =>
    shop.db
      .update(productFiles)
      .set({ supersededAt: daysAgo(days) })
      .where(eq(productFiles.slotId, files[1]!.id))
  await age(89)
  expect(await uncountSupersededFiles(context)).toBe(0)
  const used = await readUsedBytes(seller)
  await age(90)

  expect(await uncountSupersededFiles(context)).toBe(1)
  expect(await readUsedBytes(seller)).toBe(first.size)
  await expectCleanInvariants(shop)

  expectOk(await change(files[1]!.id, { isHidden: false }))
  await publish()
  expect(await readUsedBytes(seller)).toBe(used)
  await expectCleanInvariants(shop)
})

test.each([
  ['one file missing', (ids: number[]) => ids.slice(1)],
  ['one file twice', (ids: number[]) => [ids[0]!, ids[0]!]],
  ['an unknown file', (ids: number[]) => [ids[0]!, 999_999]],
])('reordering files with %s is refused', async (_, wrong) => {
  const files = await add(createZipFile(1000))
  const order = wrong(files.map(({ id }) => id))

  expect(await seller.call(reorderProductFiles, { params: own(), body: { order } })).toMatchObject({
    status: 400,
    code: 'INVALID_DATA',
  })
})

test('a stranger can neither see nor change the files of a product', async () => {
  const [slot] = await list()
  const stranger = await shop.creator()
  const missing = { status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' }
  const params = { ...own(), slot: slot!.id }

  expect(await stranger.call(listProductFiles, { params: own() })).toMatchObject(missing)
  expect(
    await stranger.call(changeProductFile, { params, body: { isHidden: true } }),
  ).toMatchObject(missing)
  const body = { uploadId: await sendFile(stranger, createZipFile(1000)) }
  expect(await stranger.call(addProductFile, { params: own(), body })).toMatchObject(missing)
  expect(await stranger.call(replaceProductFile, { params, body })).toMatchObject(missing)
})

describe('at the same time', () => {
  test('two editors and buyers leave a product that sells the newest version of each visible file', async () => {
    for (const size of [2000, 3000]) await add(createZipFile(size))
    const ids = (await list()).map(({ id }) => id)
    const uploadIds: string[] = []
    for (let n = 0; n < 6; n += 1) uploadIds.push(await sendFile(seller, createZipFile(4000 + n)))
    const edits = Array.from({ length: 24 }, (_, n) => {
      const slot = ids[n % 3]!
      const params = { ...own(), slot }
      if (n % 4 === 0)
        return seller.call(replaceProductFile, { params, body: { uploadId: uploadIds[n / 4]! } })
      if (n % 4 === 1) return change(slot, { isHidden: n % 8 === 1 })
      if (n % 8 === 6) return seller.call(publishProduct, { params: own() })
      if (n % 4 === 2) return change(slot, { title: `Nombre ${n}` })
      return seller.call(reorderProductFiles, {
        params: own(),
        body: { order: ids.toSorted(() => (n % 8 === 3 ? 1 : -1)) },
      })
    })
    const placed: { preferenceId: string; token: string }[] = []
    const place = async () => {
      for (let n = 0; n < 6; n += 1)
        placed.push(await shop.order(shop.visitor(), [{ id: product.id }]))
    }

    const [replies] = await Promise.all([Promise.all(edits), place()])

    expect(replies.filter(({ status }) => status >= 500)).toEqual([])
    for (const { preferenceId } of placed)
      await shop.provider.pay({ preferenceId, outcome: 'approved' })
    for (const { token } of placed) {
      await shop.waitForOrderState(token, 'approved')
      expect((await readFiles(token)).length).toBeGreaterThan(0)
    }
    await shop.waitForJobs()
    await expectCleanInvariants(shop)
  })

  test('a download goes on to its end although its version is replaced meanwhile', async () => {
    const token = await buy()
    const [slot] = await list()
    const file = createZipFile(6_000_000, 'grande.zip')
    await replace(slot!.id, file)
    const [offered] = await readFiles(token)
    const reply = await fetch(offered!.downloadUrl!)
    const reader = reply.body!.getReader()
    const chunks = [(await reader.read()).value!]

    await replace(slot!.id, createZipFile(1000))
    await shop.waitForJobs()

    for (let part = await reader.read(); !part.done; part = await reader.read())
      chunks.push(part.value)
    expect(Buffer.concat(chunks).equals(Buffer.from(await file.arrayBuffer()))).toBe(true)
    // The version between was never bought, so it can no longer be begun.
    expect((await fetch(offered!.downloadUrl!)).status).toBe(404)
  })
})

describe('an uploaded file', () => {
  test('an uploaded file is added, or replaces one, once, also by a double click, and belongs to one product', async () => {
    const [slot] = await list()
    const uploadId = await sendFile(seller, createZipFile(20_000, 'a.zip'))
    const used = await readUsedBytes(seller)
    const other = await shop.upload(seller)
    const addIt = (id = product.id) =>
      seller.call(addProductFile, { params: { id }, body: { uploadId } })

    expect((await Promise.all([addIt(), addIt()])).map(({ status }) => status)).toEqual([201, 201])
    expect(await list()).toHaveLength(2)
    expect(await addIt(other.id)).toMatchObject({ status: 404, code: 'ERROR_UPLOAD_NOT_FOUND' })
    // The bytes counted from the start of the upload.
    expect((await readUsedBytes(seller)) - other.files.sizeBytes).toBe(used)

    await replace(slot!.id, createZipFile(30_000, 'b.zip'))
    expect((await list())[0]!.current!.fileName).toBe('b.zip')
    await shop.waitForJobs()
    await expectCleanInvariants(shop)
  })

  test.each([
    ['an unknown one', () => Promise.resolve(randomUUID())],
    [
      'a cancelled one',
      async () => {
        const uploadId = await sendFile(seller, createZipFile(20_000))
        await cancelTusUpload(seller, `/api/uploads/${uploadId}`)
        return uploadId
      },
    ],
    ['one of another seller', async () => sendFile(await shop.seller(), createZipFile(20_000))],
  ])('an uploaded file is refused by each call that takes it: %s', async (_, findUploadId) => {
    const body = { uploadId: await findUploadId() }
    const [slot] = await list()
    const used = await readUsedBytes(seller)
    const missing = { status: 404, code: 'ERROR_UPLOAD_NOT_FOUND' }

    expect(await seller.call(addProductFile, { params: own(), body })).toMatchObject(missing)
    const params = { ...own(), slot: slot!.id }
    expect(await seller.call(replaceProductFile, { params, body })).toMatchObject(missing)

    expect(await list()).toEqual([slot])
    expect(await readUsedBytes(seller)).toBe(used)
    await expectCleanInvariants(shop)
  })
})
