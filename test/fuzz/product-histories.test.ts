import fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  changeProductFile,
  listProductFiles,
  reorderProductFiles,
} from '#contract/files/product-files.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { setProductState, updateProduct } from '#contract/products/products.ts'
import {
  discardChanges,
  findProblems,
  getWorkingCopy,
  publishProduct,
  saveWorkingCopy,
  schedulePublication,
} from '#contract/products/working-copy.ts'
import { toMinor } from '#contract/core/money.ts'
import { HOUR_MS } from '#contract/core/time.ts'
import { refundSale } from '#contract/sales/order.ts'
import { workingCopies } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { addFile, replaceFile } from '#tools/api-client/product-files.ts'
import { createZipFile } from '#tools/api-client/sample-files.ts'
import { EICAR } from '#tools/clamd/eicar.ts'
import { expectCleanInvariants } from '#tools/test-app/orders/partial-refunds.ts'
import { useScannedShop } from '#tools/test-app/scanned-shop.ts'
import type { SignedInUser } from '#tools/test-app/test-app.ts'

/** The number of histories, of about two seconds each, and the seed from which they are generated. */
const HISTORIES = Number(process.env['FUZZ_HISTORIES'] ?? 2) * 2
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_130)

/** What a seller does with a product, and what happens meanwhile. `at` chooses among what there is. */
const KINDS = (
  'save add replace rename hide show reorder infect ' +
  'publish publish discard plan call pause resume buy buy refund hold release'
).split(' ')
const step = fc.record({ kind: fc.constantFrom(...KINDS), at: fc.nat({ max: 7 }) })
const history = fc.array(step, { minLength: 6, maxLength: 16 })

/** What buyers do not see before it is published. */
const QUIET = new Set('save add replace rename hide show reorder infect discard'.split(' '))

/** What publishes, replaces or removes files that are not published. */
const ENDING = new Set(['publish', 'plan', 'discard', 'replace', 'hide', 'call'])

const scanned = useScannedShop()

/** What visitors see of a product; null if it has no page for them. */
type Seen = { name: string; price: number; files: [string, number][] } | null

interface Sale {
  token: string
  orderId: string
  seen: NonNullable<Seen>
}

async function runHistory(steps: readonly { kind: string; at: number }[]): Promise<void> {
  await scanned.reset()
  const { shop, clamd } = scanned
  const seller: SignedInUser = await shop.seller()
  const file = createZipFile(3000, 'uno.zip')
  const params = { id: (await shop.upload(seller, { name: 'Zamba', price: 900, file })).id }
  await shop.waitForJobs()
  const sales: Sale[] = []
  let isHeld = false
  let isPaused = false
  let count = 0

  const list = async () => expectOk(await seller.call(listProductFiles, { params })).files
  const look = async (): Promise<Seen> => {
    const reply = await shop.visitor().call(getPublicProduct, { params })
    if (!reply.ok) return null
    const { name, price, fileList } = reply.body
    return { name, price, files: fileList.map(listed => [listed.name, listed.sizeBytes]) }
  }
  const listUnpublished = async () =>
    (await list()).flatMap(({ next }) =>
      next?.state === 'checked' && !next.isPublished ? [next.fileName] : [],
    )
  const createFile = () => createZipFile(3000 + ++count, `${count}.zip`)
  const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length]
  const change = (slot: number, body: { title?: string; isHidden?: boolean }) =>
    seller.call(changeProductFile, { params: { ...params, slot }, body })

  /** Does a step as far as it is possible. */
  async function run(kind: string, at: number): Promise<void> {
    const files = await list()
    const arranged = files.filter(({ isHidden }) => !isHidden)
    const chosen = pick(arranged, at)
    switch (kind) {
      case 'save': {
        const fields = { name: `Zamba ${at}`, ...(at % 2 === 0 && { price: String(1000 + at) }) }
        return void expectOk(await seller.call(saveWorkingCopy, { params, body: { fields } }))
      }
      case 'add':
        return void (await addFile(seller, params.id, createFile(), { forEarlierBuyers: at > 3 }))
      case 'infect': {
        const infected = new File([await createFile().bytes(), EICAR], 'virus.zip')
        return void (await addFile(seller, params.id, infected))
      }
      case 'replace':
        if (chosen) await replaceFile(seller, { ...params, slot: chosen.id }, createFile())
        return
      case 'rename':
        if (chosen) expectOk(await change(chosen.id, { title: at > 5 ? '' : `Parte ${at}` }))
        return
      case 'hide':
        if (chosen) expectOk(await change(chosen.id, { isHidden: true }))
        return
      case 'show': {
        const hidden = pick(
          files.filter(({ isHidden }) => isHidden),
          at,
        )
        if (hidden) expectOk(await change(hidden.id, { isHidden: false }))
        return
      }
      case 'reorder': {
        const order = arranged.map(({ id }) => id)
        order.push(...order.splice(0, at % Math.max(order.length, 1)))
        return void expectOk(await seller.call(reorderProductFiles, { params, body: { order } }))
      }
      case 'publish':
        return publish()
      case 'plan':
        return publishPlanned()
      case 'discard':
        expectOk(await seller.call(discardChanges, { params }))
        expect(expectOk(await seller.call(getWorkingCopy, { params })).changes).toEqual([])
        return
      case 'call': {
        const files: Record<string, File> = at > 3 ? { product_file: createFile() } : {}
        return void expectOk(
          await seller.call(updateProduct, { params, form: { price: 2000 + at }, files }),
        )
      }
      case 'pause':
      case 'resume': {
        isPaused = kind === 'pause'
        const body = { state: isPaused ? 'paused' : 'on_sale' } as const
        return void expectOk(await seller.call(setProductState, { params, body }))
      }
      case 'buy':
        return buy()
      case 'refund': {
        const sale = pick(sales, at)
        if (sale) await seller.call(refundSale, { params: { orderId: sale.orderId }, body: {} })
        return
      }
      case 'hold':
        isHeld = true
        return clamd.setFault('hang')
      case 'release':
        isHeld = false
        return scanned.endFault()
    }
  }

  async function publish(): Promise<void> {
    const copy = expectOk(await seller.call(getWorkingCopy, { params }))
    const reply = await seller.call(publishProduct, { params })
    expect(reply.ok).toBe(findProblems(copy).length === 0 || copy.changes.length === 0)
    if (reply.ok) await expectPublished()
  }

  async function publishPlanned(): Promise<void> {
    // The schedule waits for all jobs.
    if (isHeld) return
    const body = { publishAt: new Date(Date.now() + HOUR_MS).toISOString() }
    if (!(await seller.call(schedulePublication, { params, body })).ok) return
    await shop.db.update(workingCopies).set({ publishAt: new Date() })
    await shop.runSchedule('publish_due')
    await expectPublished()
  }

  /** Expects that buyers see what the seller has arranged, but for files that are still being scanned. */
  async function expectPublished(): Promise<void> {
    const copy = expectOk(await seller.call(getWorkingCopy, { params }))
    expect(copy.changes).toEqual([])
    const seen = await look()
    if (!seen || isHeld) return
    const arranged = (await list()).filter(({ isHidden, current }) => !isHidden && current)
    expect(seen.name).toBe(copy.fields.name)
    expect(seen.files).toEqual(
      arranged.map(({ title, current }) => [title ?? current!.fileName, current!.sizeBytes]),
    )
  }

  async function buy(): Promise<void> {
    const seen = await look()
    if (!seen || isPaused) return
    const { preferenceId, token, orderId } = await shop.order(shop.visitor(), [params])
    await shop.provider.pay({ preferenceId, outcome: 'approved' })
    await shop.waitForOrderState(token, 'approved')
    sales.push({ token, orderId, seen })
  }

  /** Expects that the buyer of a sale has what was published then, or newer. */
  async function checkSale({ token, seen }: Sale): Promise<void> {
    const { state, items } = await shop.readOrder(token)
    const [item] = items
    expect([item!.name, item!.priceMinor]).toEqual([seen.name, toMinor(seen.price)])
    if (state !== 'approved') return
    const sizes = item!.files.flatMap(owned => [owned.sizeBytes, owned.bought?.sizeBytes])
    expect(sizes).toEqual(expect.arrayContaining(seen.files.map(([, size]) => size)))
    for (const owned of item!.files)
      expect(owned.downloadUrl ?? owned.bought?.downloadUrl).toBeTruthy()
  }

  for (const { kind, at } of steps) {
    const [before, unpublished] = [await look(), await listUnpublished()]
    await run(kind, at)
    if (!isHeld) await shop.waitForJobs()
    if (QUIET.has(kind)) expect(await look()).toEqual(before)
    if (!ENDING.has(kind) || (kind === 'call' && at <= 3))
      expect(await listUnpublished()).toEqual(expect.arrayContaining(unpublished))
    const { rows } = await shop.db.execute(sql`select f.id from products p
      join edition_files e on e.edition_id = p.edition_id join product_files f on f.id = e.file_id
      where f.scan_state is distinct from 'clean' or f.published_at is null`)
    expect(rows).toEqual([])
  }
  await scanned.endFault()
  for (const sale of sales) await checkSale(sale)
  await expectCleanInvariants(shop)
}

test('whatever a seller does with a product, buyers have what was published when they bought, or newer', async () => {
  await fc.assert(
    fc.asyncProperty(history, steps => runHistory(steps)),
    { numRuns: HISTORIES, seed: SEED, endOnFailure: true },
  )
}, 7_200_000)
