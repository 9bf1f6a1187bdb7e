import type { Database } from '#server/db/client.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'

/** Inserts two categories with two subcategories each. */
export async function insertTestCategories(db: Database): Promise<void> {
  for (const [position, slug] of ['ebooks', 'music'].entries()) {
    const [category] = await db
      .insert(categories)
      .values({ slug, nameEs: `${slug} es`, nameEn: `${slug} en`, position })
      .returning()
    await db.insert(subcategories).values(
      ['one', 'two'].map((name, index) => ({
        categoryId: category!.id,
        slug: `${slug}-${name}`,
        nameEs: `${slug} ${name} es`,
        nameEn: `${slug} ${name} en`,
        position: index,
      })),
    )
  }
}
