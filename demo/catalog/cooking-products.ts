import type { DemoProduct } from './product.ts'

/** The demo products of the seller who teaches cooking. */
export const COOKING_PRODUCTS: DemoProduct[] = [
  {
    name: 'Recetas de mi abuela',
    price: 8900,
    description:
      'Ochenta recetas de una cocina del sur, escritas como se cuentan en la mesa. Con lista de compras, tiempos reales y una sección para cocinar con chicos. Ninguna pide un ingrediente que no se consiga en el barrio.',
    subcategorySlug: 'books-cooking',
    cover: { palette: 'awning', motif: 'sun' },
    file: {
      kind: 'book',
      name: 'recetas-de-mi-abuela.pdf',
      chapters: ['Para empezar la semana', 'Ollas de invierno', 'Domingos', 'Dulces de siesta'],
    },
  },
  {
    name: 'Pan casero sin amasar',
    price: 6500,
    description:
      'Nueve panes de larga fermentación que se hacen con una cuchara y paciencia. Cada receta trae su horario, para que el pan crezca mientras dormís. Funciona con cualquier horno de cocina.',
    subcategorySlug: 'books-cooking',
    cover: { palette: 'mango', motif: 'arches' },
    file: {
      kind: 'book',
      name: 'pan-sin-amasar.pdf',
      chapters: ['La harina', 'El primer pan', 'Un horario para cada vida', 'Nueve recetas'],
    },
  },
  {
    name: 'Conservas y dulces del sur',
    price: 7200,
    description:
      'Membrillo, zapallo en almíbar, pickles y escabeches para guardar el verano en frascos. Explica cómo esterilizar sin miedo y cuánto dura cada cosa. En formato de libro electrónico, para tener el teléfono junto a la olla.',
    subcategorySlug: 'books-cooking',
    cover: { palette: 'plum', motif: 'bubbles' },
    file: {
      kind: 'epub',
      name: 'conservas-y-dulces.epub',
      chapters: ['Frascos y tapas', 'Dulces de fruta', 'Pickles', 'Escabeches'],
    },
  },
  {
    name: 'Fermentos para empezar',
    price: 9800,
    description:
      'Chucrut, kéfir, kombucha y masa madre, un fermento por semana durante un mes. Incluye una tabla para anotar temperaturas y sabores. Lo escribí después de arruinar muchos frascos, así vos no.',
    subcategorySlug: 'books-wellbeing',
    cover: { palette: 'forest', motif: 'bubbles' },
    file: {
      kind: 'book',
      name: 'fermentos-para-empezar.pdf',
      chapters: ['Sal, agua y tiempo', 'Chucrut', 'Kéfir y kombucha', 'Masa madre'],
    },
  },
  {
    name: 'Menú semanal para imprimir',
    price: 1500,
    isPriceDynamic: true,
    description:
      'Una hoja por semana para decidir qué se come en casa, con la lista de compras al costado. Hay una versión para la heladera y otra para el bolsillo. Pagá lo que te parezca justo a partir del precio base.',
    subcategorySlug: 'templates-planners',
    cover: { palette: 'sky', motif: 'grid' },
    file: {
      kind: 'book',
      name: 'menu-semanal.pdf',
      chapters: ['Para la heladera', 'Para el bolsillo', 'Lista de compras'],
    },
  },
  {
    name: 'Empanadas de las 24 provincias',
    price: 12500,
    description:
      'Un viaje por el repulgue, de la salteña a la de cordero patagónico. Cada provincia trae su relleno, su masa y la historia de quien me la enseñó. Con cantidades para dos personas o para una fiesta.',
    subcategorySlug: 'books-cooking',
    cover: { palette: 'awning', motif: 'crescents' },
    file: {
      kind: 'book',
      name: 'empanadas-24-provincias.pdf',
      chapters: ['Masas', 'Norte', 'Cuyo y centro', 'Litoral', 'Patagonia'],
    },
  },
  {
    name: 'Curso de chocolate en casa',
    price: 38000,
    description:
      'Seis clases para templar, rellenar y moldear chocolate sin equipo profesional. El archivo trae las guías, las planillas de costos y las etiquetas listas para imprimir. Al final vas a poder vender tu primera caja.',
    subcategorySlug: 'courses-cooking',
    cover: { palette: 'ink', motif: 'tiles' },
    file: {
      kind: 'bundle',
      name: 'curso-de-chocolate.zip',
      texts: {
        'leeme.txt': 'Empezá por la clase 1. Cada carpeta es una semana.',
        'clase-1/templado.txt': 'Fundir a 45 °C, bajar a 27 °C, volver a 31 °C.',
        'clase-2/rellenos.txt': 'Ganache: dos partes de chocolate, una de crema.',
        'costos/planilla.csv':
          'ingrediente;gramos;precio\nchocolate 70%;500;9800\ncrema;250;2100\n',
      },
    },
  },
]
