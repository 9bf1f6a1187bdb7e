import type { DemoProduct } from './product.ts'

/** The demo products of the seller who knits and has not linked a payment account yet. */
export const CRAFT_PRODUCTS: DemoProduct[] = [
  {
    name: 'Patrones de tejido',
    price: 7800,
    description:
      'Doce prendas de dos agujas para pasar el invierno, del cuello simple al pulóver con ochos. Los talles van de dos años a adulto grande. Cada patrón dice cuánta lana comprar.',
    subcategorySlug: 'crafts-knitting',
    cover: { palette: 'plum', motif: 'rings' },
    file: {
      kind: 'book',
      name: 'patrones-de-tejido.pdf',
      chapters: ['Puntos', 'Cuellos y gorros', 'Chalecos', 'El pulóver con ochos'],
    },
  },
  {
    name: 'Amigurumis del monte',
    price: 9200,
    description:
      'Un tatú, un hornero, un yacaré y cinco animales más para tejer al crochet. Con fotos de cada vuelta y trucos para que no se deformen. Aptos para quienes recién agarran la aguja.',
    subcategorySlug: 'crafts-knitting',
    cover: { palette: 'jade', motif: 'yarn' },
    file: {
      kind: 'book',
      name: 'amigurumis-del-monte.pdf',
      chapters: ['Materiales', 'El tatú', 'El hornero', 'El yacaré'],
    },
  },
  {
    name: 'Bordado con flores nativas',
    price: 6800,
    description:
      'Diez motivos de flores argentinas con su esquema de puntos y colores. Se calcan a la tela con la propia hoja impresa. Trae un abecedario para firmar tus trabajos.',
    subcategorySlug: 'crafts-embroidery',
    cover: { palette: 'sky', motif: 'leaves' },
    file: {
      kind: 'book',
      name: 'bordado-flores-nativas.pdf',
      chapters: ['Los puntos', 'Diez flores', 'Abecedario'],
    },
  },
  {
    name: 'Mantas a crochet en un finde',
    price: 500,
    isPriceDynamic: true,
    description:
      'Tres mantas de cuadrados grandes que se terminan entre el viernes y el domingo. El precio base es simbólico. Si te sirve, sumale lo que puedas.',
    subcategorySlug: 'crafts-knitting',
    cover: { palette: 'mango', motif: 'crescents' },
    file: {
      kind: 'book',
      name: 'mantas-a-crochet.pdf',
      chapters: ['El cuadrado', 'Unir', 'Tres mantas'],
    },
  },
]
