import type { Database, Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import { categories, subcategories } from '#server/db/schema/index.ts'

/** The names of a category or subcategory. The `slug` identifies it and never changes. */
interface CategorySeed {
  slug: string
  es: string
  en: string
  /**
   * The words of product names by which it is proposed, in both languages, without accents and capitals. A word that
   * ends in `*` stands for all that begin with it.
   */
  words: readonly string[]
}

const category = (slug: string, es: string, en: string, words = ''): CategorySeed => ({
  slug,
  es,
  en,
  words: words.split(' ').filter(Boolean),
})

/** All categories with their subcategories, in the sequence in which pages show them. */
export const CATEGORIES: readonly (CategorySeed & { subcategories: readonly CategorySeed[] })[] = [
  {
    ...category(
      'books',
      'Libros y guías',
      'Books and guides',
      'libro* guia* ebook* manual* book* guide* handbook*',
    ),
    subcategories: [
      category(
        'books-cooking',
        'Cocina',
        'Cooking',
        'recet* cocin* panes panader* pasteler* asado* torta* recip* cook* baking',
      ),
      category(
        'books-business',
        'Negocios y oficios',
        'Business and trades',
        'negocio* emprend* oficio* venta* marketing business entrepren* freelanc*',
      ),
      category(
        'books-wellbeing',
        'Bienestar',
        'Wellbeing',
        'bienestar meditac* yoga mindful* ansiedad wellbeing meditation wellness',
      ),
      category(
        'books-fiction',
        'Cuentos y novelas',
        'Fiction',
        'cuento* novela* relato* ficcion novel novels story stories fiction',
      ),
      category('books-poetry', 'Poesía', 'Poetry', 'poema* poesia* verso* poem* poetry'),
      category(
        'books-children',
        'Infantiles',
        "Children's books",
        'infantil* ninos ninas chicos children kids',
      ),
    ],
  },
  {
    ...category('templates', 'Plantillas', 'Templates', 'plantilla* template* editable* canva'),
    subcategories: [
      category('templates-brand', 'Marca', 'Branding', 'marca* logo* branding brand*'),
      category(
        'templates-social',
        'Redes sociales',
        'Social media',
        'instagram redes feed historias posteo* stories reels social',
      ),
      category('templates-cv', 'Currículums', 'CVs and résumés', 'cv curricul* resume resumes'),
      category(
        'templates-slides',
        'Presentaciones',
        'Presentations',
        'presentacion* diapositiva* slide* pitch powerpoint',
      ),
      category(
        'templates-planners',
        'Agendas e imprimibles',
        'Planners and printables',
        'agenda* planner* imprimible* calendario* menu printable* calendar*',
      ),
    ],
  },
  {
    ...category('sheets', 'Planillas', 'Spreadsheets', 'planilla* excel spreadsheet* hoja*'),
    subcategories: [
      category(
        'sheets-home',
        'Economía del hogar',
        'Home budget',
        'gasto* presupuesto* hogar ahorro* budget* household',
      ),
      category(
        'sheets-business',
        'Negocio y stock',
        'Business and stock',
        'stock inventario* factura* inventory invoice*',
      ),
      category('sheets-projects', 'Proyectos', 'Projects', 'proyecto* gantt project*'),
      category(
        'sheets-learning',
        'Aprender planillas',
        'Learning spreadsheets',
        'formula* formulas',
      ),
    ],
  },
  {
    ...category(
      'music',
      'Música y sonido',
      'Music and sound',
      'musica* cancion* sonido* music song* sound*',
    ),
    subcategories: [
      category('music-loops', 'Loops y samples', 'Loops and samples', 'loop* sample* beat* drum*'),
      category(
        'music-scores',
        'Partituras y métodos',
        'Sheet music and methods',
        'partitura* guitarra charango piano acorde* tablatura* sheet score* chord* guitar',
      ),
      category(
        'music-albums',
        'Discos y temas',
        'Albums and tracks',
        'disco* album* tema ep single track*',
      ),
      category(
        'music-effects',
        'Ambientes y efectos',
        'Ambiences and effects',
        'ambiente* efecto* ambien* effect* sfx',
      ),
      category(
        'music-podcasts',
        'Podcasts y audiolibros',
        'Podcasts and audiobooks',
        'podcast* audiolibro* audiobook*',
      ),
    ],
  },
  {
    ...category(
      'courses',
      'Cursos',
      'Courses',
      'curso* clase* taller* course* class* workshop* lesson*',
    ),
    subcategories: [
      category(
        'courses-languages',
        'Idiomas',
        'Languages',
        'ingles portugues frances idioma* english spanish language*',
      ),
      category(
        'courses-business',
        'Trabajo y negocios',
        'Work and business',
        'negocio* trabajo emprend* ventas business career*',
      ),
      category(
        'courses-cooking',
        'Cocina y pastelería',
        'Cooking and baking',
        'recet* cocin* panes panader* pasteler* recip* cook* baking',
      ),
      category(
        'courses-code',
        'Programación',
        'Programming',
        'program* javascript python codigo coding',
      ),
      category(
        'courses-art',
        'Arte y dibujo',
        'Art and drawing',
        'dibuj* pintura* acuarela* draw* paint* watercolo*',
      ),
    ],
  },
  {
    ...category(
      'design',
      'Diseño e ilustración',
      'Design and illustration',
      'diseno* ilustra* design* illustrat*',
    ),
    subcategories: [
      category('design-fonts', 'Tipografías', 'Fonts', 'tipografia* fuente* font* typeface*'),
      category('design-icons', 'Íconos', 'Icons', 'icono* icon icons'),
      category(
        'design-illustrations',
        'Láminas e ilustraciones',
        'Prints and illustrations',
        'lamina* ilustra* poster* print prints illustrat*',
      ),
      category(
        'design-patterns',
        'Patrones y texturas',
        'Patterns and textures',
        'patrones textura* pattern* texture*',
      ),
      category('design-mockups', 'Mockups', 'Mockups', 'mockup*'),
    ],
  },
  {
    ...category('photo', 'Foto y video', 'Photo and video', 'foto* video* photo*'),
    subcategories: [
      category('photo-presets', 'Presets', 'Presets', 'preset* lightroom lut luts'),
      category('photo-stock', 'Fotos de archivo', 'Stock photos', 'fotos fotografias stock photos'),
      category(
        'photo-video',
        'Plantillas de video',
        'Video templates',
        'intro reels transicion* transition*',
      ),
      category(
        'photo-overlays',
        'Fondos y superposiciones',
        'Backgrounds and overlays',
        'fondo* superposicion* overlay* background*',
      ),
    ],
  },
  {
    ...category('crafts', 'Manualidades', 'Crafts', 'manualidad* craft* diy'),
    subcategories: [
      category(
        'crafts-knitting',
        'Tejido',
        'Knitting and crochet',
        'tejido* tejer crochet amigurumi* knit*',
      ),
      category('crafts-sewing', 'Costura y moldería', 'Sewing patterns', 'costura* molde* sewing'),
      category('crafts-embroidery', 'Bordado', 'Embroidery', 'bordado* bordar embroider*'),
      category(
        'crafts-paper',
        'Papel y encuadernación',
        'Paper and bookbinding',
        'papel origami encuaderna* paper bookbinding',
      ),
      category('crafts-wood', 'Madera', 'Woodwork', 'madera carpinter* wood*'),
    ],
  },
  {
    ...category(
      'school',
      'Escuela',
      'School',
      'escuela* escolar* maestr* docente* school teacher*',
    ),
    subcategories: [
      category('school-early', 'Jardín', 'Early years', 'jardin preescolar preschool kindergarten'),
      category('school-primary', 'Primaria', 'Primary school', 'primaria grado primary'),
      category('school-secondary', 'Secundaria', 'Secondary school', 'secundari* secondary'),
      category(
        'school-university',
        'Apuntes universitarios',
        'University notes',
        'apunte* universi* parcial* resumen* notes university',
      ),
    ],
  },
  {
    ...category(
      'code',
      'Software y código',
      'Software and code',
      'software codigo script* plugin* app code',
    ),
    subcategories: [
      category(
        'code-scripts',
        'Programas y automatizaciones',
        'Scripts and automations',
        'script* automatiza* bot automation*',
      ),
      category(
        'code-web',
        'Sitios y componentes',
        'Sites and components',
        'web sitio* componente* wordpress landing website* component*',
      ),
      category('code-games', 'Juegos', 'Games', 'juego* game* unity'),
      category('code-data', 'Datos', 'Data sets', 'datos dataset* data'),
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
