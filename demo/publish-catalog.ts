import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { toLocalDay, addDays } from '#contract/core/time-zone.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { subcategories, visitsDaily } from '#server/db/schema/index.ts'
import { detectProductFileType } from '#server/features/files/file-types/product-file-type.ts'
import { describeBytes, insertProductWithFile } from '#tools/database/insert-product.ts'
import { renderCover } from './covers/cover.ts'
import { readEncodedCover } from './covers/encoded-covers.ts'
import { createSeededRandom } from './files/seeded-random.ts'
import { countBookPages } from './files/pdf-book.ts'
import { createProductFile } from './files/product-file.ts'
import type { SellerUsername } from './users.ts'
import { type CatalogProduct, DEMO_CATALOG } from './catalog/catalog.ts'

const OLDEST_DAYS_AGO = 76
const VIEW_DAYS = 30

/**
 * Puts the demo products on sale, oldest first, with their files, their encoded covers, and views for each day of the
 * last month. They are written as rows: through the API, each would take half a second, most of it for its cover.
 * @param sellerIds user ids by username
 * @returns product ids by product name
 */
export async function publishCatalog(
  { db, storage }: { db: Database; storage: Storage },
  sellerIds: Map<SellerUsername, number>,
): Promise<Map<string, number>> {
  const subcategoryRows = await db.select().from(subcategories)
  const ids = new Map<string, number>()
  for (const [index, product] of DEMO_CATALOG.toReversed().entries()) {
    const subcategory = subcategoryRows.find(({ slug }) => slug === product.subcategorySlug)
    if (!subcategory) throw new Error(`no subcategory ${product.subcategorySlug}`)
    const { name, price, isPriceDynamic = false, description } = product
    const sellerId = sellerIds.get(product.seller)!
    const imageKey = await storeCover(storage, product)
    const file = await storeFile(storage, sellerId, product)
    const createdAt = daysAgo(OLDEST_DAYS_AGO - index)
    const row = {
      sellerId,
      name,
      price,
      isPriceDynamic,
      description,
      categoryId: subcategory.categoryId,
      subcategoryId: subcategory.id,
      imageKey,
      createdAt,
      updatedAt: createdAt,
    }
    const id = await runTransaction(db, async tx => {
      const id = await insertProductWithFile(tx, row, file)
      await insertViews(tx, { id, sellerId, name })
      return id
    })
    ids.set(name, id)
  }
  return ids
}

/** Stores the encoded cover of a product. @returns its key */
async function storeCover(
  storage: Storage,
  { name: title, cover }: CatalogProduct,
): Promise<string> {
  const key = randomUUID()
  for (const { name, bytes } of await readEncodedCover(title, cover))
    await storage.putImage(`${key}/${name}`, bytes)
  return key
}

/** Stores the file of a product. @returns the columns that describe it */
async function storeFile(storage: Storage, sellerId: number, product: CatalogProduct) {
  const bytes = await createProductFile(product, () => renderCover(product.name, product.cover))
  const storageKey = `${sellerId}/${randomUUID()}`
  const staged = await storage.stageUpload()
  await staged.write(Readable.from([bytes]), bytes.length)
  const type = await detectProductFileType(staged.path, product.file.name)
  await staged.commit(storageKey)
  return {
    storageKey,
    fileName: product.file.name,
    ...type,
    ...describeBytes(bytes),
    ...(product.file.kind === 'book' && { pages: countBookPages(product.file.chapters) }),
  }
}

/** Inserts the views of a product for each day of the last month. */
async function insertViews(
  tx: Transaction,
  { id: productId, sellerId, name }: { id: number; sellerId: number; name: string },
): Promise<void> {
  const random = createSeededRandom(name)
  const maxViews = 2 + random() * 18
  const views = Array.from({ length: VIEW_DAYS }, (_, day) => ({
    productId,
    sellerId,
    day: addDays(toLocalDay(new Date()), day - VIEW_DAYS),
    source: '',
    medium: '',
    campaign: '',
    views: 1 + Math.floor(random() * maxViews),
  }))
  await tx.insert(visitsDaily).values(views)
}
