import type { Database, Transaction } from '#server/db/client.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'

/** A place for products, named in both languages. `slug` is what it is known by, for good. */
interface NamedSlug {
  slug: string
  es: string
  en: string
}

const named = (slug: string, es: string, en: string): NamedSlug => ({ slug, es, en })

/** The categories of the shop in the order they are shown, each with its subcategories. */
export const CATEGORIES: readonly (NamedSlug & { subcategories: readonly NamedSlug[] })[] = [
  {
    ...named('books', 'Libros y guías', 'Books and guides'),
    subcategories: [
      named('books-cooking', 'Cocina', 'Cooking'),
      named('books-business', 'Negocios y oficios', 'Business and trades'),
      named('books-wellbeing', 'Bienestar', 'Wellbeing'),
      named('books-fiction', 'Cuentos y novelas', 'Fiction'),
      named('books-poetry', 'Poesía', 'Poetry'),
      named('books-children', 'Infantiles', "Children's books"),
    ],
  },
  {
    ...named('templates', 'Plantillas', 'Templates'),
    subcategories: [
      named('templates-brand', 'Marca', 'Branding'),
      named('templates-social', 'Redes sociales', 'Social media'),
      named('templates-cv', 'Currículums', 'CVs and résumés'),
      named('templates-slides', 'Presentaciones', 'Presentations'),
      named('templates-planners', 'Agendas e imprimibles', 'Planners and printables'),
    ],
  },
  {
    ...named('sheets', 'Planillas', 'Spreadsheets'),
    subcategories: [
      named('sheets-home', 'Economía del hogar', 'Home budget'),
      named('sheets-business', 'Negocio y stock', 'Business and stock'),
      named('sheets-projects', 'Proyectos', 'Projects'),
      named('sheets-learning', 'Aprender planillas', 'Learning spreadsheets'),
    ],
  },
  {
    ...named('music', 'Música y sonido', 'Music and sound'),
    subcategories: [
      named('music-loops', 'Loops y samples', 'Loops and samples'),
      named('music-scores', 'Partituras y métodos', 'Sheet music and methods'),
      named('music-albums', 'Discos y temas', 'Albums and tracks'),
      named('music-effects', 'Ambientes y efectos', 'Ambiences and effects'),
      named('music-podcasts', 'Podcasts y audiolibros', 'Podcasts and audiobooks'),
    ],
  },
  {
    ...named('courses', 'Cursos', 'Courses'),
    subcategories: [
      named('courses-languages', 'Idiomas', 'Languages'),
      named('courses-business', 'Trabajo y negocios', 'Work and business'),
      named('courses-cooking', 'Cocina y pastelería', 'Cooking and baking'),
      named('courses-code', 'Programación', 'Programming'),
      named('courses-art', 'Arte y dibujo', 'Art and drawing'),
    ],
  },
  {
    ...named('design', 'Diseño e ilustración', 'Design and illustration'),
    subcategories: [
      named('design-fonts', 'Tipografías', 'Fonts'),
      named('design-icons', 'Íconos', 'Icons'),
      named('design-illustrations', 'Láminas e ilustraciones', 'Prints and illustrations'),
      named('design-patterns', 'Patrones y texturas', 'Patterns and textures'),
      named('design-mockups', 'Mockups', 'Mockups'),
    ],
  },
  {
    ...named('photo', 'Foto y video', 'Photo and video'),
    subcategories: [
      named('photo-presets', 'Presets', 'Presets'),
      named('photo-stock', 'Fotos de archivo', 'Stock photos'),
      named('photo-video', 'Plantillas de video', 'Video templates'),
      named('photo-overlays', 'Fondos y superposiciones', 'Backgrounds and overlays'),
    ],
  },
  {
    ...named('crafts', 'Manualidades', 'Crafts'),
    subcategories: [
      named('crafts-knitting', 'Tejido', 'Knitting and crochet'),
      named('crafts-sewing', 'Costura y moldería', 'Sewing patterns'),
      named('crafts-embroidery', 'Bordado', 'Embroidery'),
      named('crafts-paper', 'Papel y encuadernación', 'Paper and bookbinding'),
      named('crafts-wood', 'Madera', 'Woodwork'),
    ],
  },
  {
    ...named('school', 'Escuela', 'School'),
    subcategories: [
      named('school-early', 'Jardín', 'Early years'),
      named('school-primary', 'Primaria', 'Primary school'),
      named('school-secondary', 'Secundaria', 'Secondary school'),
      named('school-university', 'Apuntes universitarios', 'University notes'),
    ],
  },
  {
    ...named('code', 'Software y código', 'Software and code'),
    subcategories: [
      named('code-scripts', 'Programas y automatizaciones', 'Scripts and automations'),
      named('code-web', 'Sitios y componentes', 'Sites and components'),
      named('code-games', 'Juegos', 'Games'),
      named('code-data', 'Datos', 'Data sets'),
    ],
  },
]

/** Adds the shelves that are missing, by their slugs; what is there stays as it is. */
export async function seedCategories(db: Database): Promise<void> {
  await db.transaction(async tx => {
    for (const [position, { slug, es, en, subcategories: boards }] of CATEGORIES.entries()) {
      const categoryId = await upsertCategory(tx, { slug, nameEs: es, nameEn: en, position })
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
async function upsertCategory(
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
