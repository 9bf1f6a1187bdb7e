import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'

/** The names of a category or subcategory. The `slug` identifies it and never changes. */
interface CategorySeed {
  slug: string
  es: string
  en: string
}

const category = (slug: string, es: string, en: string): CategorySeed => ({ slug, es, en })

/** All categories with their subcategories, in the sequence in which pages show them. */
export const CATEGORIES: readonly (CategorySeed & { subcategories: readonly CategorySeed[] })[] = [
  {
    ...category('books', 'Libros y guías', 'Books and guides'),
    subcategories: [
      category('books-cooking', 'Cocina', 'Cooking'),
      category('books-business', 'Negocios y oficios', 'Business and trades'),
      category('books-wellbeing', 'Bienestar', 'Wellbeing'),
      category('books-fiction', 'Cuentos y novelas', 'Fiction'),
      category('books-poetry', 'Poesía', 'Poetry'),
      category('books-children', 'Infantiles', "Children's books"),
    ],
  },
  {
    ...category('templates', 'Plantillas', 'Templates'),
    subcategories: [
      category('templates-brand', 'Marca', 'Branding'),
      category('templates-social', 'Redes sociales', 'Social media'),
      category('templates-cv', 'Currículums', 'CVs and résumés'),
      category('templates-slides', 'Presentaciones', 'Presentations'),
      category('templates-planners', 'Agendas e imprimibles', 'Planners and printables'),
    ],
  },
  {
    ...category('sheets', 'Planillas', 'Spreadsheets'),
    subcategories: [
      category('sheets-home', 'Economía del hogar', 'Home budget'),
      category('sheets-business', 'Negocio y stock', 'Business and stock'),
      category('sheets-projects', 'Proyectos', 'Projects'),
      category('sheets-learning', 'Aprender planillas', 'Learning spreadsheets'),
    ],
  },
  {
    ...category('music', 'Música y sonido', 'Music and sound'),
    subcategories: [
      category('music-loops', 'Loops y samples', 'Loops and samples'),
      category('music-scores', 'Partituras y métodos', 'Sheet music and methods'),
      category('music-albums', 'Discos y temas', 'Albums and tracks'),
      category('music-effects', 'Ambientes y efectos', 'Ambiences and effects'),
      category('music-podcasts', 'Podcasts y audiolibros', 'Podcasts and audiobooks'),
    ],
  },
  {
    ...category('courses', 'Cursos', 'Courses'),
    subcategories: [
      category('courses-languages', 'Idiomas', 'Languages'),
      category('courses-business', 'Trabajo y negocios', 'Work and business'),
      category('courses-cooking', 'Cocina y pastelería', 'Cooking and baking'),
      category('courses-code', 'Programación', 'Programming'),
      category('courses-art', 'Arte y dibujo', 'Art and drawing'),
    ],
  },
  {
    ...category('design', 'Diseño e ilustración', 'Design and illustration'),
    subcategories: [
      category('design-fonts', 'Tipografías', 'Fonts'),
      category('design-icons', 'Íconos', 'Icons'),
      category('design-illustrations', 'Láminas e ilustraciones', 'Prints and illustrations'),
      category('design-patterns', 'Patrones y texturas', 'Patterns and textures'),
      category('design-mockups', 'Mockups', 'Mockups'),
    ],
  },
  {
    ...category('photo', 'Foto y video', 'Photo and video'),
    subcategories: [
      category('photo-presets', 'Presets', 'Presets'),
      category('photo-stock', 'Fotos de archivo', 'Stock photos'),
      category('photo-video', 'Plantillas de video', 'Video templates'),
      category('photo-overlays', 'Fondos y superposiciones', 'Backgrounds and overlays'),
    ],
  },
  {
    ...category('crafts', 'Manualidades', 'Crafts'),
    subcategories: [
      category('crafts-knitting', 'Tejido', 'Knitting and crochet'),
      category('crafts-sewing', 'Costura y moldería', 'Sewing patterns'),
      category('crafts-embroidery', 'Bordado', 'Embroidery'),
      category('crafts-paper', 'Papel y encuadernación', 'Paper and bookbinding'),
      category('crafts-wood', 'Madera', 'Woodwork'),
    ],
  },
  {
    ...category('school', 'Escuela', 'School'),
    subcategories: [
      category('school-early', 'Jardín', 'Early years'),
      category('school-primary', 'Primaria', 'Primary school'),
      category('school-secondary', 'Secundaria', 'Secondary school'),
      category('school-university', 'Apuntes universitarios', 'University notes'),
    ],
  },
  {
    ...category('code', 'Software y código', 'Software and code'),
    subcategories: [
      category('code-scripts', 'Programas y automatizaciones', 'Scripts and automations'),
      category('code-web', 'Sitios y componentes', 'Sites and components'),
      category('code-games', 'Juegos', 'Games'),
      category('code-data', 'Datos', 'Data sets'),
    ],
  },
]

/** Inserts the categories and subcategories whose slugs are missing in the database. Existing rows are not changed. */
export async function seedCategories(db: Database): Promise<void> {
  await runTransaction(db, async tx => {
    for (const [position, { slug, es, en, subcategories: children }] of CATEGORIES.entries()) {
      const categoryId = await ensureCategory(tx, { slug, nameEs: es, nameEn: en, position })
      const rows = children.map((child, index) => ({
        categoryId,
        slug: child.slug,
        nameEs: child.es,
        nameEn: child.en,
        position: index,
      }))
      await tx.insert(subcategories).values(rows).onConflictDoNothing()
    }
  })
}

/** Returns the id of the category with this slug. If the category is missing, inserts it first. */
async function ensureCategory(
  tx: Transaction,
  values: typeof categories.$inferInsert,
): Promise<number> {
  const [row] = await tx
    .insert(categories)
    .values(values)
    // This update changes nothing but makes the statement return the existing row.
    .onConflictDoUpdate({ target: categories.slug, set: { slug: values.slug } })
    .returning({ id: categories.id })
  return row!.id
}
