import type { DemoProduct } from './product.ts'

/** The demo products of the seller who is an accountant. */
export const SPREADSHEET_PRODUCTS: DemoProduct[] = [
  {
    name: 'Excel sin miedo',
    price: 19900,
    description:
      'De la primera celda a las tablas dinámicas, en cuarenta páginas y sin palabras raras. Cada tema termina con un ejercicio de la vida real, como repartir los gastos de un viaje. Lo escribí para mi mamá, que hoy lleva las cuentas del club.',
    subcategorySlug: 'sheets-learning',
    cover: { palette: 'mango', motif: 'grid' },
    file: {
      kind: 'book',
      name: 'excel-sin-miedo.pdf',
      chapters: ['La primera celda', 'Fórmulas amigas', 'Ordenar y filtrar', 'Tablas dinámicas'],
    },
  },
  {
    name: 'Guía del freelancer',
    price: 11000,
    description:
      'Cuánto cobrar, cómo presupuestar y qué decir cuando no te pagan. Incluye modelos de propuesta, de contrato y de recordatorio amable. Para quienes trabajan por su cuenta en cualquier oficio.',
    subcategorySlug: 'books-business',
    cover: { palette: 'forest', motif: 'sheet' },
    file: {
      kind: 'book',
      name: 'guia-del-freelancer.pdf',
      chapters: ['Tu hora', 'La propuesta', 'El contrato', 'Cobrar', 'Decir que no'],
    },
  },
  {
    name: 'Presupuesto familiar',
    price: 2500,
    isPriceDynamic: true,
    description:
      'Una planilla para saber a dónde se va la plata antes de que se vaya. Cargás los gastos desde el teléfono y el resumen se arma solo. Pagá lo que quieras a partir del precio base.',
    subcategorySlug: 'sheets-home',
    cover: { palette: 'jade', motif: 'steps' },
    file: {
      kind: 'sheet',
      name: 'presupuesto-familiar.xlsx',
      rows: [
        ['Mes', 'Alquiler', 'Comida', 'Transporte', 'Ahorro'],
        ['Enero', 320000, 180000, 42000, 60000],
        ['Febrero', 320000, 172500, 39000, 65000],
        ['Marzo', 340000, 191200, 44500, 58000],
      ],
    },
  },
  {
    name: 'Calculadora de precios para tu taller',
    price: 6300,
    description:
      'Decile cuánto gastaste y cuánto tardaste, y te dice a cuánto vender. Tiene en cuenta comisiones, fallas y feriados. Pensada para carpinteros, modistas y ceramistas.',
    subcategorySlug: 'sheets-business',
    cover: { palette: 'awning', motif: 'bars' },
    file: {
      kind: 'sheet',
      name: 'calculadora-de-precios.xlsx',
      rows: [
        ['Pieza', 'Materiales', 'Horas', 'Valor hora', 'Precio'],
        ['Taza', 1200, 0.6, 6000, 4800],
        ['Banqueta', 14500, 5, 6000, 44500],
      ],
    },
  },
  {
    name: 'Flujo de caja para kioscos y almacenes',
    price: 9400,
    description:
      'Anotá ventas y pagos del día en dos minutos y mirá si llegás a fin de mes. La planilla avisa cuando un proveedor vence. Probada durante un año en un almacén de barrio.',
    subcategorySlug: 'sheets-business',
    cover: { palette: 'sky', motif: 'awning' },
    file: {
      kind: 'sheet',
      name: 'flujo-de-caja.xlsx',
      rows: [
        ['Día', 'Ventas', 'Proveedores', 'Caja'],
        ['Lunes', 184300, 96000, 88300],
        ['Martes', 201150, 54000, 235450],
        ['Miércoles', 176900, 120500, 291850],
      ],
    },
  },
  {
    name: 'Automatizá tus planillas',
    price: 16500,
    description:
      'Diez programas cortos que mandan correos, arman facturas y ordenan pedidos desde una planilla. Se copian, se pegan y se entienden. Cada uno está comentado línea por línea.',
    subcategorySlug: 'code-scripts',
    cover: { palette: 'plum', motif: 'blocks' },
    file: {
      kind: 'bundle',
      name: 'automatiza-tus-planillas.zip',
      texts: {
        'leeme.txt': 'Pegá cada programa en el editor de tu planilla y autorizalo una vez.',
        'ordenar-pedidos.js':
          'export const ordenar = pedidos => pedidos.toSorted((a, b) => a.fecha - b.fecha)\n',
      },
    },
  },
  {
    name: 'Curso completo de tablas dinámicas',
    price: 119000,
    description:
      'Ocho semanas de ejercicios con datos de negocios reales, del primer resumen al tablero de control. Incluye las bases, las soluciones y una guía para cada semana. Es el curso que doy en empresas, para hacer a tu ritmo.',
    subcategorySlug: 'courses-business',
    cover: { palette: 'ink', motif: 'peak' },
    file: {
      kind: 'bundle',
      name: 'curso-tablas-dinamicas.zip',
      texts: {
        'semana-1/guia.txt': 'Abrí ventas.csv y respondé las cinco preguntas.',
        'semana-1/ventas.csv':
          'fecha;rubro;monto\n2026-01-05;bebidas;18400\n2026-01-06;golosinas;9300\n',
        'semana-8/tablero.txt': 'Tres números, dos gráficos, una decisión.',
      },
    },
  },
]
