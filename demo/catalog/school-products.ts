import type { DemoProduct } from './product.ts'

/** The demo products of the seller who is a teacher and has not linked a payment account yet. */
export const SCHOOL_PRODUCTS: DemoProduct[] = [
  {
    name: 'Fichas de lectura de primer grado',
    price: 3900,
    description:
      'Cuarenta fichas para leer de a poquito, con palabras que los chicos usan. Letra grande, dibujos simples y espacio para escribir. Probadas en una escuela pública durante tres años.',
    subcategorySlug: 'school-primary',
    cover: { palette: 'sky', motif: 'kite' },
    file: {
      kind: 'book',
      name: 'fichas-de-lectura.pdf',
      chapters: ['Vocales', 'Palabras cortas', 'Primeras oraciones'],
    },
  },
  {
    name: 'Matemática con cartas',
    price: 4500,
    description:
      'Veinte juegos con un mazo español para sumar, restar y estimar sin que parezca una clase. Cada juego entra en una página y dura diez minutos. Para jugar en la escuela o en casa.',
    subcategorySlug: 'school-primary',
    cover: { palette: 'mango', motif: 'cards' },
    file: {
      kind: 'book',
      name: 'matematica-con-cartas.pdf',
      chapters: ['Sumar', 'Restar', 'Estimar', 'Torneo'],
    },
  },
  {
    name: 'Português do dia a dia',
    price: 13500,
    description:
      'Um livro para hispanofalantes que querem conversar, não decorar tabelas. São vinte situações com diálogos curtos e as armadilhas mais comuns. Incluye notas en español para no perderse.',
    subcategorySlug: 'courses-languages',
    cover: { palette: 'plum', motif: 'talk' },
    file: {
      kind: 'epub',
      name: 'portugues-do-dia-a-dia.epub',
      chapters: ['Na padaria', 'No ônibus', 'Ao telefone', 'Falsos amigos'],
    },
  },
  {
    name: 'Mapas mudos de América Latina',
    price: 2900,
    description:
      'Un mapa por país y uno del continente, listos para imprimir y completar. En blanco y negro, para que la fotocopia salga bien. Con la clave de respuestas aparte.',
    subcategorySlug: 'school-secondary',
    cover: { palette: 'jade', motif: 'waves' },
    file: {
      kind: 'bundle',
      name: 'mapas-mudos.zip',
      texts: {
        'respuestas.csv': 'pais;capital\nArgentina;Buenos Aires\nChile;Santiago\nPerú;Lima\n',
        'leeme.txt': 'Imprimí en hoja A4, sin ajustar el tamaño.',
      },
    },
  },
]
