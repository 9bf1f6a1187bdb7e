import { insertFileOnSale } from '#tools/database/insert-file.ts'
import type { Database } from '#server/db/client.ts'
import { products, profiles, users } from '#server/db/schema/index.ts'

/** The products of the seller `ana`: name, description, price, file type, and whether the price is dynamic. */
export const SMALL_CATALOG: [string, string, number, string, boolean?][] = [
  ['Recetas de mi abuela', 'Ochenta recetas de una cocina del sur.', 8900, 'pdf'],
  [
    'Cocina fácil para estudiantes',
    'Platos rápidos y baratos, con recetas de pastas.',
    4000,
    'epub',
  ],
  ['Canción de cuna', 'Música suave para dormir.', 1200, 'mp3', true],
  ['Canciones para el mate', 'Diez temas grabados en casa.', 3000, 'mp3'],
  ['Plantilla de currículum', 'Para conseguir trabajo, editable.', 2500, 'docx'],
  ['Plantillas de presentación', 'Treinta diapositivas limpias.', 5200, 'pptx'],
  ['Planilla de gastos del hogar', 'Presupuesto mensual en una hoja.', 1900, 'xlsx'],
  ['Weekly planner', 'A printable planner with space for every day of the week.', 2100, 'pdf'],
  ['Cooking for two', 'Fifty easy recipes from small kitchens.', 7000, 'epub'],
  ['Knitting patterns for winter', 'Scarves, hats and socks to knit.', 6400, 'pdf'],
  ['Ñandutí paso a paso', 'Encaje paraguayo para principiantes.', 5600, 'pdf'],
  ['Curso de fotografía', 'Luz, encuadre y revelado digital.', 15000, 'mp4'],
  ['Presets de fotos de viaje', 'Colores cálidos para tus fotografías.', 4800, 'zip'],
  ['C desde cero', 'Programación en C, con ejercicios.', 9100, 'pdf'],
  ['Íconos de línea', 'Trescientos íconos vectoriales.', 3300, 'zip'],
  ['Pan', 'Una novela corta.', 2000, 'epub'],
  ['Pan casero con masa madre', 'Del fermento al horno.', 4400, 'pdf'],
  ['Inglés en 30 días', 'Curso con audios y ejercicios.', 12000, 'zip'],
]
/** The only product of the seller `bruna`. It is in another category than those of `ana`. */
const PRODUCT_OF_BRUNA = ['Música para trabajar', 'Dos horas de piano.', 900, 'wav'] as const

/** Inserts the two sellers and their products into an empty database that has categories. */
export async function seedSmallCatalog(db: Database): Promise<void> {
  const createSeller = async (username: string) => {
    const [seller] = await db
      .insert(users)
      .values({ email: `${username}@creators.test` })
      .returning({ id: users.id })
    await db.insert(profiles).values({ userId: seller!.id, username })
    return seller!.id
  }
  const [ana, bruna] = [await createSeller('ana'), await createSeller('bruna')]
  const insertProduct = async (
    [name, description, price, type, isPriceDynamic = false]: (typeof SMALL_CATALOG)[number],
    place: { sellerId: number; categoryId: number; subcategoryId: number },
  ) => {
    const [row] = await db
      .insert(products)
      .values({
        name,
        description,
        price,
        isPriceDynamic,
        imageKey: name,
        ...place,
      })
      .returning({ id: products.id })
    const file = { productId: row!.id, storageKey: name, fileName: name, type }
    await insertFileOnSale(db, { ...file, mime: 'x/y', sizeBytes: 1, sha256: '' })
  }
  for (const product of SMALL_CATALOG)
    await insertProduct(product, { sellerId: ana, categoryId: 1, subcategoryId: 1 })
  await insertProduct([...PRODUCT_OF_BRUNA], { sellerId: bruna, categoryId: 2, subcategoryId: 3 })
}
