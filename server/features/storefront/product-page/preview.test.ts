import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/core/time.ts'
import {
  changeProductFile,
  listProductFiles,
  reorderProductFiles,
} from '#contract/files/product-files.ts'
import { setPackParts } from '#contract/prices/packs.ts'
import { addPreview } from '#contract/products/previews.ts'
import type { OwnProductDetail } from '#contract/products/products.ts'
import {
  type TypedFields,
  createDraft,
  publishProduct,
  saveWorkingCopy,
  setCover,
} from '#contract/products/working-copy.ts'
import { getProductPreview, getPublicProduct } from '#contract/storefront/product-page.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { addFile, replaceFile } from '#tools/api-client/product-files.ts'
import { createCoverImage, createZipFile } from '#tools/api-client/sample-files.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()
let seller: SignedInUser
let product: OwnProductDetail
let params: { id: number }
beforeEach(async () => {
  seller = await shop.seller()
  product = await shop.publish(seller, { name: 'Zamba de mi', price: 1000 })
  params = { id: product.id }
})

const preview = async (id = product.id) =>
  expectOk(await seller.call(getProductPreview, { params: { id } }))
const readPublic = async () =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: { id: product.id } }))
const save = async (fields: TypedFields, id = product.id) =>
  expectOk(await seller.call(saveWorkingCopy, { params: { id }, body: { fields } }))
const draft = async (fields: TypedFields, isPack = false) =>
  expectOk(await seller.call(createDraft, { body: { fields, isPack } })).id
const createImage = () => createCoverImage({ width: 40, height: 50 })
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

describe('the preview of a published product', () => {
  test('the preview of an unchanged product is what buyers see', async () => {
    const { isDraft, isPublished, problems, ...shown } = await preview()

    expect(shown).toEqual(await readPublic())
    expect({ isDraft, isPublished, problems }).toEqual({
      isDraft: false,
      isPublished: true,
      problems: [],
    })
  })

  test('the preview shows unpublished changes, which buyers see once they are published', async () => {
    const before = await readPublic()
    await save({
      name: 'Zamba nueva',
      description: 'Otra letra.',
      price: '2.000',
      points: 'Uno\n\nDos',
      about: '**Más**',
      videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
      guaranteeDays: '30',
      categoryId: '2',
      subcategoryId: '3',
    })
    expectOk(
      await seller.call(setCover, {
        params,
        form: {},
        files: { image_file: await createImage() },
      }),
    )
    const files = { preview_file: await createImage() }
    expectOk(await seller.call(addPreview, { params, form: {}, files }))

    const shown = await preview()

    expect(shown).toMatchObject({
      name: 'Zamba nueva',
      slug: 'zamba-nueva',
      description: 'Otra letra.',
      price: 2000,
      points: ['Uno', 'Dos'],
      about: '**Más**',
      videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      guaranteeDays: 30,
      category: { id: 2, name: 'music es' },
      subcategory: { id: 3, name: 'music one es' },
      isPublished: false,
    })
    expect(shown.imageFile).not.toBe(before.imageFile)
    expect(shown.previews).toHaveLength(1)
    expect(await readPublic()).toEqual(before)

    expectOk(await seller.call(publishProduct, { params }))

    const { isDraft: _d, isPublished: _p, problems: _n, ...page } = shown
    expect(await readPublic()).toEqual(page)
  })

  test('the preview of an offer has its price, and the one after it', async () => {
    const until = inDays(3)
    await save({ offerPrice: '700', offerUntil: until })

    expect(await preview()).toMatchObject({ price: 700, offer: { listPrice: 1000, until } })
    expect(await readPublic()).toMatchObject({ price: 1000, offer: null })
  })

  test.each([
    ['is not below the price', { offerPrice: '1500', offerUntil: inDays(3) }],
    ['has ended', { offerPrice: '700', offerUntil: inDays(-1) }],
    ['has no end', { offerPrice: '700' }],
  ])('the preview has no offer that %s', async (_, fields) => {
    await save(fields)

    expect(await preview()).toMatchObject({ price: 1000, offer: null })
  })

  test('the preview lists files as they will be on sale: new, replaced, renamed, moved and without hidden ones', async () => {
    await addFile(seller, params.id, createZipFile(4000, 'dos.zip'))
    expectOk(await seller.call(publishProduct, { params }))
    const [one, two] = expectOk(await seller.call(listProductFiles, { params })).files
    await replaceFile(seller, { ...params, slot: one!.id }, createZipFile(3500, 'uno-b.zip'))
    const change = (slot: number, body: { title?: string; isHidden?: boolean }) =>
      seller.call(changeProductFile, { params: { ...params, slot }, body })
    expectOk(await change(one!.id, { title: 'La primera' }))
    expectOk(await change(two!.id, { isHidden: true }))
    const [, three] = await addFile(seller, params.id, createZipFile(5000, 'tres.zip'))
    const body = { order: [three!.id, one!.id] }
    expectOk(await seller.call(reorderProductFiles, { params, body }))
    const before = await readPublic()

    const shown = await preview()

    expect(shown.fileList).toMatchObject([
      { name: 'tres.zip', type: 'ZIP', sizeBytes: 5000 },
      { name: 'La primera', type: 'ZIP', sizeBytes: 3500 },
    ])
    expect(shown.files).toMatchObject({ count: 2, types: ['ZIP'], sizeBytes: 8500 })
    expect(before.files.count).toBe(2)
    expect(before.fileList.map(({ name }) => name)).toEqual([expect.any(String), 'dos.zip'])
  })

  test.each(['a stranger', 'a visitor'])('the preview is not shown to %s', async who => {
    const other = who === 'a visitor' ? shop.visitor() : await shop.seller()
    const read = (id: number) => other.call(getProductPreview, { params: { id } })
    const reply = await read(product.id)

    expect(reply).toEqual(await read(999_999))
    expect(reply).toMatchObject(
      who === 'a visitor'
        ? { ok: false, status: 401 }
        : { ok: false, status: 404, code: 'ERROR_PRODUCT_NOT_FOUND' },
    )
  })
})

describe('the preview of a draft', () => {
  test('the preview of an empty draft says what is missing', async () => {
    const shown = await preview(await draft({}))

    expect(shown).toMatchObject({
      name: '',
      description: '',
      price: 0,
      imageFile: '',
      category: { id: 0, name: '' },
      fileList: [],
      files: { count: 0, types: [], sizeBytes: 0, pages: null },
      filesUpdatedAt: null,
      isPaused: false,
      isDraft: true,
      isPublished: false,
    })
    expect(shown.problems).toEqual([
      'name',
      'price',
      'description',
      'categoryId',
      'subcategoryId',
      'product_file',
      'image_file',
    ])
  })

  test('the preview of a draft shows texts that are too short, and leaves out what is invalid', async () => {
    const id = await draft({ name: ' Re ', price: 'mucho', videoUrl: 'no', guaranteeDays: '9999' })

    expect(await preview(id)).toMatchObject({
      name: 'Re',
      price: 0,
      videoUrl: null,
      guaranteeDays: 0,
      problems: expect.arrayContaining(['name', 'price', 'videoUrl', 'guaranteeDays']),
    })
  })

  test('the preview of a draft shows its files and its launch offer', async () => {
    const id = await draft({ price: '1000', offerPrice: '700', offerUntil: inDays(3) })
    await addFile(seller, id, createZipFile(3000, 'uno.zip'))

    expect(await preview(id)).toMatchObject({
      price: 700,
      offer: { listPrice: 1000, kind: 'launch' },
      fileList: [{ name: 'uno.zip', sizeBytes: 3000 }],
      filesUpdatedAt: null,
      hasAuth: true,
    })
  })

  test('the preview of a pack shows its parts with their files', async () => {
    const other = await shop.publish(seller, { name: 'Chacarera' })
    const id = await draft({ name: 'Folklore', price: '1500' }, true)
    expect(await preview(id)).toMatchObject({ pack: { parts: [] }, fileList: [], isPaused: false })
    const body = { parts: [other.id, product.id] }
    expectOk(await seller.call(setPackParts, { params: { id }, body }))

    const shown = await preview(id)

    expect(shown.pack?.parts.map(({ name }) => name)).toEqual(['Chacarera', 'Zamba de mi'])
    expect(shown.fileList).toHaveLength(2)
    expect(shown.files.count).toBe(2)
  })

  test('the preview of a draft has a sample that nobody else gets', async () => {
    const pdf = new URL('../../../../tools/fixtures/samples/pdf/9-pages.pdf', import.meta.url)
    const id = await draft({ name: 'Libro' })
    const file = new File([await readFile(pdf)], 'libro.pdf', { type: 'application/pdf' })
    const [slot] = await addFile(seller, id, file)
    const body = { offersSample: true }
    expectOk(await seller.call(changeProductFile, { params: { id, slot: slot!.id }, body }))
    await shop.waitForJobs()

    const [shown] = (await preview(id)).fileList

    expect(shown?.sample).toMatchObject({ length: 3 })
    const { url } = shown!.sample!
    const read = async (client: SignedInUser | ReturnType<typeof shop.visitor>) => {
      const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const { status, headers } = await fetch(shop.origin + url, { headers: { cookie } })
      return [status, headers.get('content-type')]
    }
    expect(await read(seller)).toEqual([200, 'application/pdf'])
    expect((await read(await shop.seller()))[0]).toBe(404)
    expect((await read(shop.visitor()))[0]).toBe(401)
  })
})
