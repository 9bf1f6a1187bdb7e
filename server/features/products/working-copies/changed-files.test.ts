import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  changeProductFile,
  listProductFiles,
  reorderProductFiles,
} from '#contract/files/product-files.ts'
import { getOwnProduct, updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import {
  discardChanges,
  getWorkingCopy,
  publishProduct,
  schedulePublication,
} from '#contract/products/working-copy.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { workingCopies } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { addFile, publishChanges, replaceFile } from '#tools/api-client/product-files.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { readUsedBytes } from '#tools/test-app/product-uploads.ts'
import {
  FOR_SALE,
  HIDDEN,
  createCleanFile,
  createInfectedFile,
  findPublicly,
  useScannedShop,
} from '#tools/test-app/scanned-shop.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

let seller: ApiClient
let params: { id: number }
const list = async () => expectOk(await seller.call(listProductFiles, { params })).files
const read = async () => expectOk(await seller.call(getWorkingCopy, { params }))
const change = async (slot: number, body: { title?: string; isHidden?: boolean }) =>
  expectOk(await seller.call(changeProductFile, { params: { ...params, slot }, body }))
const publish = () => publishChanges(seller, params.id)

describe('changed files of a published product', () => {
  const shop = useTestApp()
  beforeEach(async () => {
    seller = await shop.seller()
    params = { id: (await shop.upload(seller, { file: createZipFile(3000, 'uno.zip') })).id }
    await addFile(seller, params.id, createZipFile(4000, 'dos.zip'))
    await publish()
  })

  const readPublic = async () => {
    const page = expectOk(await shop.visitor().call(getPublicProduct, { params }))
    return page.fileList.map(({ name, sizeBytes }) => [name, sizeBytes])
  }
  const PUBLISHED = [
    ['uno.zip', 3000],
    ['dos.zip', 4000],
  ]

  /** Replaces and renames the first file, hides the second, and adds a third, which comes first. */
  async function changeAll(): Promise<void> {
    const [one, two] = await list()
    await replaceFile(seller, { ...params, slot: one!.id }, createZipFile(3500, 'uno-b.zip'))
    await change(one!.id, { title: 'La primera' })
    await change(two!.id, { isHidden: true })
    const [, three] = await addFile(seller, params.id, createZipFile(5000, 'tres.zip'))
    const body = { order: [three!.id, one!.id] }
    expectOk(await seller.call(reorderProductFiles, { params, body }))
  }

  test('changed files are seen by nobody else until they are published, all at once', async () => {
    const before = await shop.order(shop.visitor(), [params])
    await changeAll()

    expect(await readPublic()).toEqual(PUBLISHED)
    expect(await read()).toMatchObject({ changes: ['files'], files: { count: 2 } })
    expect((await list()).map(file => [file.title, file.current?.fileName, file.next])).toEqual([
      [null, undefined, expect.objectContaining({ fileName: 'tres.zip', isPublished: false })],
      ['La primera', 'uno.zip', expect.objectContaining({ fileName: 'uno-b.zip' })],
      [null, 'dos.zip', null],
    ])
    const between = await shop.order(shop.visitor(), [params])
    await publish()

    expect(await readPublic()).toEqual([
      ['tres.zip', 5000],
      ['La primera', 3500],
    ])
    expect(await read()).toMatchObject({ changes: [], files: { count: 2 } })
    for (const { preferenceId, token } of [before, between]) {
      await shop.provider.pay({ preferenceId, outcome: 'approved' })
      await shop.waitForOrderState(token, 'approved')
      const { files } = (await shop.readOrder(token)).items[0]!
      expect(files.map(file => [file.fileName, file.bought?.fileName])).toEqual([
        ['uno-b.zip', 'uno.zip'],
        ['tres.zip', undefined],
        ['dos.zip', undefined],
      ])
    }
    await expectCleanInvariants(shop)
  })

  test('changed files that are discarded leave what buyers see, and give their bytes back', async () => {
    const used = await readUsedBytes(seller)
    const files = await list()
    await changeAll()
    expect(await readUsedBytes(seller)).toBe(used + 8500)

    expect(expectOk(await seller.call(discardChanges, { params }))).toMatchObject({ changes: [] })

    expect(await list()).toEqual(files)
    expect(await readPublic()).toEqual(PUBLISHED)
    expect(await readUsedBytes(seller)).toBe(used)
    await expectCleanInvariants(shop)
  })

  test('changed files that are taken back one by one are none', async () => {
    const [one, two] = await list()
    await change(one!.id, { title: 'Otro', isHidden: true })
    await change(one!.id, { title: '', isHidden: false })
    const files = await addFile(seller, params.id, createZipFile(900))
    await change(files[2]!.id, { isHidden: true })
    for (const order of [
      [two!.id, one!.id],
      [one!.id, two!.id],
    ])
      expectOk(await seller.call(reorderProductFiles, { params, body: { order } }))

    expect(await read()).toMatchObject({ changes: [] })
    expect(expectOk(await seller.call(getOwnProduct, { params })).unpublished).toBeNull()
  })

  test('changed files are published at the planned time', async () => {
    await changeAll()
    const publishAt = new Date(Date.now() + HOUR_MS).toISOString()
    expectOk(await seller.call(schedulePublication, { params, body: { publishAt } }))
    await shop.db
      .update(workingCopies)
      .set({ publishAt: new Date() })
      .where(eq(workingCopies.productId, params.id))

    await shop.runSchedule('publish_due')

    expect((await readPublic()).map(([name]) => name)).toEqual(['tres.zip', 'La primera'])
  })

  test('changed files stay unpublished beside a file that the call of the specification replaces', async () => {
    await changeAll()

    const file = createZipFile(7000, 'directo.zip')
    expectOk(await seller.call(updateProduct, { params, form: {}, files: { product_file: file } }))

    expect(await readPublic()).toEqual([
      ['directo.zip', 7000],
      ['dos.zip', 4000],
    ])
    expect(await read()).toMatchObject({ changes: ['files'] })
    await publish()
    expect(await readPublic()).toEqual([
      ['tres.zip', 5000],
      ['La primera', 7000],
    ])
    await expectCleanInvariants(shop)
  })
})

describe('scanned files of a published product', () => {
  const OLD = createCleanFile(3000)
  const NEW = createCleanFile(5000)
  const scanned = useScannedShop()
  const { shop } = scanned
  beforeEach(async () => {
    seller = await shop.seller()
    params = { id: (await shop.upload(seller, { file: OLD })).id }
    await shop.waitForJobs()
  })

  const readSize = async () =>
    expectOk(await shop.visitor().call(getPublicProduct, { params })).files.sizeBytes

  test('a scanned file goes on sale when it is published, and not before', async () => {
    const [file] = await list()
    await replaceFile(seller, { ...params, slot: file!.id }, NEW)
    await shop.waitForJobs()

    expect((await list())[0]!.next).toMatchObject({ state: 'checked', isPublished: false })
    expect(await readSize()).toBe(OLD.size)
    await publish()
    expect(await readSize()).toBe(NEW.size)
    await expectCleanInvariants(shop)
  })

  test('a scanned file that was published before its scan ended goes on sale after it', async () => {
    const [file] = await list()
    scanned.clamd.setFault('hang')
    await replaceFile(seller, { ...params, slot: file!.id }, NEW)
    await publish()

    expect((await list())[0]!.next).toMatchObject({ state: 'waiting', isPublished: true })
    expect(await readSize()).toBe(OLD.size)
    await scanned.endFault()
    expect(await readSize()).toBe(NEW.size)
    await expectCleanInvariants(shop)
  })

  test('scanned files are sold alone: without another one the sale pauses until the scan has ended', async () => {
    const [file] = await list()
    scanned.clamd.setFault('hang')
    await addFile(seller, params.id, NEW)
    await change(file!.id, { isHidden: true })
    await publish()

    expect(await findPublicly(shop, params.id)).toEqual(HIDDEN)
    await scanned.endFault()
    expect(await findPublicly(shop, params.id)).toEqual(FOR_SALE)
    expect(await readSize()).toBe(NEW.size)
    await expectCleanInvariants(shop)
  })

  test('a scanned file that is refused keeps a new one from being published until it is removed', async () => {
    const files = await addFile(seller, params.id, createInfectedFile())
    await shop.waitForJobs()

    expect((await list())[1]!.next).toMatchObject({ state: 'refused', refusal: 'malware' })
    expect(await seller.call(publishProduct, { params })).toMatchObject({
      code: 'ERROR_MISSING_PRODUCT_DATA',
    })
    await change(files[1]!.id, { isHidden: true })
    expect(await read()).toMatchObject({ changes: [], files: { count: 1, refusedCount: 0 } })
    expect(await readSize()).toBe(OLD.size)
  })
})
