import type { Database, Transaction } from '#server/db/client.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'

/** A place for products, named in both languages. `slug` is what it is known by, for good. */
interface Shelf {
  slug: string
  es: string
  en: string
}

const shelf = (slug: string, es: string, en: string): Shelf => ({ slug, es, en })

/** The categories of the shop in the order they are shown, each with its subcategories. */
export const SHELVES: readonly (Shelf & { subcategories: readonly Shelf[] })[] = [
  {
    ...shelf('books', 'Libros y guías', 'Books and guides'),
    subcategories: [
      shelf('books-cooking', 'Cocina', 'Cooking'),
      shelf('books-business', 'Negocios y oficios', 'Business and trades'),
      shelf('books-wellbeing', 'Bienestar', 'Wellbeing'),
      shelf('books-fiction', 'Cuentos y novelas', 'Fiction'),
      shelf('books-poetry', 'Poesía', 'Poetry'),
      shelf('books-children', 'Infantiles', "Children's books"),
    ],
  },
  {
    ...shelf('templates', 'Plantillas', 'Templates'),
    subcategories: [
      shelf('templates-brand', 'Marca', 'Branding'),
      shelf('templates-social', 'Redes sociales', 'Social media'),
      shelf('templates-cv', 'Currículums', 'CVs and résumés'),
      shelf('templates-slides', 'Presentaciones', 'Presentations'),
      shelf('templates-planners', 'Agendas e imprimibles', 'Planners and printables'),
    ],
  },
  {
    ...shelf('sheets', 'Planillas', 'Spreadsheets'),
    subcategories: [
      shelf('sheets-home', 'Economía del hogar', 'Home budget'),
      shelf('sheets-business', 'Negocio y stock', 'Business and stock'),
      shelf('sheets-projects', 'Proyectos', 'Projects'),
      shelf('sheets-learning', 'Aprender planillas', 'Learning spreadsheets'),
    ],
  },
  {
    ...shelf('music', 'Música y sonido', 'Music and sound'),
    subcategories: [
      shelf('music-loops', 'Loops y samples', 'Loops and samples'),
      shelf('music-scores', 'Partituras y métodos', 'Sheet music and methods'),
      shelf('music-albums', 'Discos y temas', 'Albums and tracks'),
      shelf('music-effects', 'Ambientes y efectos', 'Ambiences and effects'),
      shelf('music-podcasts', 'Podcasts y audiolibros', 'Podcasts and audiobooks'),
    ],
  },
  {
    ...shelf('courses', 'Cursos', 'Courses'),
    subcategories: [
      shelf('courses-languages', 'Idiomas', 'Languages'),
      shelf('courses-business', 'Trabajo y negocios', 'Work and business'),
      shelf('courses-cooking', 'Cocina y pastelería', 'Cooking and baking'),
      shelf('courses-code', 'Programación', 'Programming'),
      shelf('courses-art', 'Arte y dibujo', 'Art and drawing'),
    ],
  },
  {
    ...shelf('design', 'Diseño e ilustración', 'Design and illustration'),
    subcategories: [
      shelf('design-fonts', 'Tipografías', 'Fonts'),
      shelf('design-icons', 'Íconos', 'Icons'),
      shelf('design-illustrations', 'Láminas e ilustraciones', 'Prints and illustrations'),
      shelf('design-patterns', 'Patrones y texturas', 'Patterns and textures'),
      shelf('design-mockups', 'Mockups', 'Mockups'),
    ],
  },
  {
    ...shelf('photo', 'Foto y video', 'Photo and video'),
    subcategories: [
      shelf('photo-presets', 'Presets', 'Presets'),
      shelf('photo-stock', 'Fotos de archivo', 'Stock photos'),
      shelf('photo-video', 'Plantillas de video', 'Video templates'),
      shelf('photo-overlays', 'Fondos y superposiciones', 'Backgrounds and overlays'),
    ],
  },
  {
    ...shelf('crafts', 'Manualidades', 'Crafts'),
    subcategories: [
      shelf('crafts-knitting', 'Tejido', 'Knitting and crochet'),
      shelf('crafts-sewing', 'Costura y moldería', 'Sewing patterns'),
      shelf('crafts-embroidery', 'Bordado', 'Embroidery'),
      shelf('crafts-paper', 'Papel y encuadernación', 'Paper and bookbinding'),
      shelf('crafts-wood', 'Madera', 'Woodwork'),
    ],
  },
  {
    ...shelf('school', 'Escuela', 'School'),
    subcategories: [
      shelf('school-early', 'Jardín', 'Early years'),
      shelf('school-primary', 'Primaria', 'Primary school'),
      shelf('school-secondary', 'Secundaria', 'Secondary school'),
      shelf('school-university', 'Apuntes universitarios', 'University notes'),
    ],
  },
  {
    ...shelf('code', 'Software y código', 'Software and code'),
    subcategories: [
      shelf('code-scripts', 'Programas y automatizaciones', 'Scripts and automations'),
      shelf('code-web', 'Sitios y componentes', 'Sites and components'),
      shelf('code-games', 'Juegos', 'Games'),
      shelf('code-data', 'Datos', 'Data sets'),
    ],
  },
]

/** Adds the shelves that are missing, by their slugs; what is there stays as it is. */
export async function stockShelves(db: Database): Promise<void> {
  await db.transaction(async tx => {
    for (const [position, { slug, es, en, subcategories: boards }] of SHELVES.entries()) {
      const categoryId = await categoryOf(tx, { slug, nameEs: es, nameEn: en, position })
      const rows = boards.map((board, index) => ({
        categoryId,
        slug: board.slug,
        nameEs: board.es,
        nameEn: board.en,
        position: index,
      }))
      await tx.insert(subcategories).values(rows).onConflictDoNothing()
    }
  })
}

/** The id of the category with this slug, made if need be. */
async function categoryOf(
  tx: Transaction,
  category: typeof categories.$inferInsert,
): Promise<number> {
  const [row] = await tx
    .insert(categories)
    .values(category)
    // Changes nothing, but returns the row that is there.
    .onConflictDoUpdate({ target: categories.slug, set: { slug: category.slug } })
    .returning({ id: categories.id })
  return row!.id
}
