import type { DemoProduct } from './product.ts'

/** The demo products of the seller who is a musician. */
export const MUSIC_PRODUCTS: DemoProduct[] = [
  {
    name: 'Loops andinos',
    price: 14500,
    description:
      'Doce loops de charango, quena y bombo grabados en una casa de adobe. Todos a 92 pulsos por minuto y sin efectos, para que los lleves a donde quieras. Libres de regalías en lo que produzcas con ellos.',
    subcategorySlug: 'music-loops',
    cover: { palette: 'jade', motif: 'bars' },
    file: {
      kind: 'sounds',
      name: 'loops-andinos.zip',
      takes: ['charango-1', 'charango-2', 'quena', 'bombo'],
      beatsPerMinute: 92,
    },
  },
  {
    name: 'Charango: 40 acordes esenciales',
    price: 8200,
    description:
      'Los acordes que se usan de verdad, dibujados grandes y ordenados por la mano. Incluye tres rasguidos y cinco canciones para ponerlos en uso. Sirve tanto si empezás como si venís de la guitarra.',
    subcategorySlug: 'music-scores',
    cover: { palette: 'sky', motif: 'strings' },
    file: {
      kind: 'book',
      name: 'charango-40-acordes.pdf',
      chapters: ['Afinación', 'Acordes mayores', 'Acordes menores', 'Rasguidos', 'Cinco canciones'],
    },
  },
  {
    name: 'Cajón y bombo: 60 samples',
    price: 11900,
    description:
      'Sesenta golpes sueltos de cajón peruano y bombo legüero, en tres intensidades cada uno. Nombrados con prolijidad para cargarlos en cualquier sampler. Grabados con micrófonos de cinta.',
    subcategorySlug: 'music-loops',
    cover: { palette: 'ink', motif: 'rings' },
    file: {
      kind: 'sounds',
      name: 'cajon-y-bombo.zip',
      takes: ['cajon-grave', 'cajon-agudo', 'bombo-parche', 'bombo-aro'],
      beatsPerMinute: 110,
    },
  },
  {
    name: 'Sikuris al amanecer',
    price: 900,
    isPriceDynamic: true,
    description:
      'Un tema de seis minutos grabado al aire libre, con treinta sikuris y un perro que ladra en el compás justo. En WAV, sin comprimir. Pagá lo que quieras a partir del precio base.',
    subcategorySlug: 'music-albums',
    cover: { palette: 'plum', motif: 'pipes' },
    file: { kind: 'sound', name: 'sikuris-al-amanecer.wav', beatsPerMinute: 72 },
  },
  {
    name: 'Partituras para quena',
    price: 4800,
    description:
      'Veinte melodías tradicionales en orden de dificultad, con digitación debajo de cada nota. Caben en un atril chico y se leen con poca luz. Van con una página de ejercicios de respiración.',
    subcategorySlug: 'music-scores',
    cover: { palette: 'forest', motif: 'steps' },
    file: {
      kind: 'book',
      name: 'partituras-para-quena.pdf',
      chapters: ['Respirar', 'Diez melodías fáciles', 'Diez para tocar en público'],
    },
  },
  {
    name: 'Ambient pads for filmmakers',
    price: 18900,
    description:
      'Eight long textures made from bowed charango and slowed-down wind. They sit under dialogue without getting in its way. One licence covers a whole film, with no royalties to pay.',
    subcategorySlug: 'music-effects',
    cover: { palette: 'night', motif: 'waves' },
    file: {
      kind: 'sounds',
      name: 'ambient-pads.zip',
      takes: ['dawn', 'salt-flat', 'first-snow'],
      beatsPerMinute: 48,
    },
  },
]
