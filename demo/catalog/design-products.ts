import type { DemoProduct } from './product.ts'

/** The demo products of the seller who is a designer. */
export const DESIGN_PRODUCTS: DemoProduct[] = [
  {
    name: 'Plantillas de marca',
    price: 24900,
    description:
      'Un manual de marca de veinte páginas que completás en una tarde. Trae logotipo, paleta, tipografías y usos incorrectos, con ejemplos de un café y de una ferretería. Es el mismo que uso con mis clientes.',
    subcategorySlug: 'templates-brand',
    cover: { palette: 'night', motif: 'peak' },
    file: {
      kind: 'bundle',
      name: 'plantillas-de-marca.zip',
      texts: {
        'leeme.txt': 'Abrí manual.svg en el editor que prefieras y cambiá los textos.',
        'manual.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100"><rect width="80" height="100" fill="#2b2a6c"/></svg>',
        'paleta.json': '{"fondo":"#2b2a6c","texto":"#ffe9d1","acento":"#ff8b6b"}',
      },
    },
  },
  {
    name: 'Historias para tu emprendimiento',
    price: 9900,
    description:
      'Treinta plantillas de historias para anunciar, contar y agradecer sin repetirte. Se editan en el teléfono y respetan los márgenes de cada red. Los textos están escritos en voseo.',
    subcategorySlug: 'templates-social',
    cover: { palette: 'awning', motif: 'talk' },
    file: {
      kind: 'bundle',
      name: 'historias.zip',
      texts: {
        'leeme.txt': 'Cada archivo es una historia de 1080 por 1920.',
        'anuncio-1.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1080 1920"><rect width="1080" height="1920" fill="#d5381f"/></svg>',
      },
    },
  },
  {
    name: 'Tipografía Cordel',
    price: 32000,
    description:
      'Una familia inspirada en la literatura de cordel, con tres pesos y acentos para todo el continente. Nació de tacos de madera y conserva sus bordes. La licencia incluye impresos y web.',
    subcategorySlug: 'design-fonts',
    cover: { palette: 'sky', motif: 'blocks' },
    file: {
      kind: 'bundle',
      name: 'tipografia-cordel.zip',
      texts: {
        'licencia.txt': 'Un uso comercial por compra, en impresos y en un sitio.',
        'muestra.txt': 'El veloz murciélago hindú comía feliz cardillo y kiwi.',
      },
    },
  },
  {
    name: '80 íconos de oficio',
    price: 12000,
    description:
      'Tijeras, hornos, tornos y bicicletas de reparto, dibujados con el mismo trazo. Vienen en SVG, con nombres en español y en inglés. Se ven bien desde los dieciséis píxeles.',
    subcategorySlug: 'design-icons',
    cover: { palette: 'jade', motif: 'grid' },
    file: {
      kind: 'bundle',
      name: 'iconos-de-oficio.zip',
      texts: {
        'horno.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1e1916" stroke-width="2"><rect x="4" y="4" width="16" height="16" rx="2"/><path d="M4 9h16"/></svg>',
        'tijera.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#1e1916" stroke-width="2"><circle cx="6" cy="6" r="3"/><circle cx="6" cy="18" r="3"/><path d="M20 4L8 16M20 20L8 8"/></svg>',
      },
    },
  },
  {
    name: 'Clean CV template',
    price: 6900,
    description:
      'A one-page résumé that recruiters can read in twenty seconds, in English and Spanish. It prints in black and white without losing its order. Comes with notes on what to leave out.',
    subcategorySlug: 'templates-cv',
    cover: { palette: 'sky', motif: 'sheet' },
    file: {
      kind: 'book',
      name: 'clean-cv-template.pdf',
      chapters: ['English version', 'Versión en español', 'What to leave out'],
    },
  },
  {
    name: 'Láminas botánicas del litoral',
    price: 15800,
    description:
      'Ocho láminas de plantas nativas para imprimir hasta tamaño póster. Ceibo, jacarandá, irupé y otras vecinas del río. Dibujadas a mano y coloreadas en tintas planas.',
    subcategorySlug: 'design-illustrations',
    cover: { palette: 'forest', motif: 'petals' },
    file: { kind: 'picture', name: 'lamina-botanica.png' },
  },
  {
    name: 'Patrones mosaico sin costura',
    price: 7600,
    description:
      'Un patrón de baldosas calcáreas que se repite sin que se note la unión. Listo para telas, fondos y papel de regalo. El archivo es un PNG de alta resolución.',
    subcategorySlug: 'design-patterns',
    cover: { palette: 'mango', motif: 'tiles' },
    file: { kind: 'picture', name: 'patron-mosaico.png' },
  },
  {
    name: 'Presets luz de otoño',
    price: 8800,
    description:
      'Doce ajustes para que tus fotos tengan la luz de las cinco de la tarde en abril. Respetan los tonos de piel y no queman los blancos. Con una guía para retocarlos a tu gusto.',
    subcategorySlug: 'photo-presets',
    cover: { palette: 'plum', motif: 'aperture' },
    file: {
      kind: 'bundle',
      name: 'presets-luz-de-otono.zip',
      texts: {
        'guia.txt': 'Empezá con la intensidad al 60 y subí de a poco.',
        'otono-01.xmp':
          '<x:xmpmeta xmlns:x="adobe:ns:meta/"><Temperature>5900</Temperature></x:xmpmeta>',
      },
    },
  },
]
