import { eq } from 'drizzle-orm'
import { createProduct } from '#contract/catalog/products.ts'
import { toLocalDay, addDays } from '#contract/core/time-zone.ts'
import { daysAgo } from '#contract/core/time.ts'
import type { Database } from '#server/db/client.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { productViews, products, subcategories } from '#server/db/schema/index.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { renderCover } from './covers/cover.ts'
import { readEncodedCover } from './covers/encoded-covers.ts'
import { createSeededRandom } from './files/seeded-random.ts'
import { createProductFile } from './files/product-file.ts'
import type { SellerUsername } from './users.ts'
import { type CatalogProduct, DEMO_CATALOG } from './catalog/catalog.ts'

const OLDEST_DAYS_AGO = 76
const VIEW_DAYS = 30

const UPLOADS_AT_ONCE = 2

/**
 * Publishes the demo products through the API, several at a time, and then gives them their covers and ages.
 * @returns product ids by product name
 */
export async function publishCatalog(
  { db, storage }: { db: Database; storage: Storage },
  sellers: Map<SellerUsername, ApiClient>,
  onPublished: (count: number) => void,
): Promise<Map<string, number>> {
  const subcategoryRows = await db.select().from(subcategories)
  const ids = new Map<string, number>()
  const waiting = DEMO_CATALOG.toReversed()
  async function publishWaiting(): Promise<void> {
    for (let product = waiting.shift(); product; product = waiting.shift()) {
      const subcategory = subcategoryRows.find(({ slug }) => slug === product.subcategorySlug)
      if (!subcategory) throw new Error(`no subcategory ${product.subcategorySlug}`)
      const { name, price, isPriceDynamic = false, description } = product
      const { id } = expectOk(
        await sellers.get(product.seller)!.call(createProduct, {
          form: {
            name,
            price,
            isPriceDynamic,
            description,
            categoryId: subcategory.categoryId,
            subcategoryId: subcategory.id,
          },
          files: await createFiles(product),
        }),
      )
      await replaceCover(db, storage, id, product)
      ids.set(name, id)
      onPublished(ids.size)
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, publishWaiting))
  const oldestFirst = [...ids].toSorted(([, a], [, b]) => a - b)
  for (const [index, [name, id]] of oldestFirst.entries())
    await backdateProduct(db, id, OLDEST_DAYS_AGO - index, name)
  return ids
}

/** Creates the file of a product, and a small cover that is encoded at once. */
async function createFiles(product: CatalogProduct): Promise<Record<string, File>> {
  return {
    image_file: await createCoverImage(),
    product_file: await createProductFile(product, () => renderCover(product.name, product.cover)),
  }
}

/** Stores the encoded cover of a product in place of the one that was uploaded. */
async function replaceCover(
  db: Database,
  storage: Storage,
  id: number,
  { name: title, cover }: CatalogProduct,
): Promise<void> {
  const [product] = await db
    .select({ imageKey: products.imageKey })
    .from(products)
    .where(eq(products.id, id))
  for (const { name, bytes } of await readEncodedCover(title, cover))
    await storage.putImage(`${product!.imageKey}/${name}`, bytes)
}

/** Moves the creation date of a product into the past and adds views for each day since then. */
async function backdateProduct(
  db: Database,
  id: number,
  ageDays: number,
  name: string,
): Promise<void> {
  const createdAt = daysAgo(ageDays)
  const [product] = await db
    .update(products)
    .set({ createdAt, updatedAt: createdAt })
    .where(eq(products.id, id))
    .returning({ sellerId: products.sellerId })
  if (!product) throw new Error(`product ${id} is gone`)
  const random = createSeededRandom(name)
  const maxViews = 2 + random() * 18
  const views = Array.from({ length: VIEW_DAYS }, (_, day) => ({
    productId: id,
    sellerId: product.sellerId,
    day: addDays(toLocalDay(new Date()), day - VIEW_DAYS),
    count: 1 + Math.floor(random() * maxViews),
  }))
  await db.insert(productViews).values(views)
}
