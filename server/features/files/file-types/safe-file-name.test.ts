import { describe, expect, test } from 'vitest'
import { toSafeFileName } from './safe-file-name.ts'

describe('toSafeFileName', () => {
  test.each([
    ['recetas.pdf', 'recetas.pdf'],
    ['Mi libro.PDF', 'Mi libro.pdf'],
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\temp\\libro.pdf', 'libro.pdf'],
    ['ñandú & café.pdf', 'ñandú & café.pdf'],
    ['a"b;c*d?.pdf', 'a”b c d.pdf'],
    ['Guía "rápida" de pan.pdf', 'Guía “rápida” de pan.pdf'],
    ['"Todo" ("casi").pdf', '“Todo” (“casi”).pdf'],
    ["Mate's 'libro'.pdf", "Mate's 'libro'.pdf"],
    ['50% de descuento.pdf', '50% de descuento.pdf'],
    ['100%25 real.pdf', '100%25 real.pdf'],
    ['👩‍🎨 plantillas.pdf', '👩‍🎨 plantillas.pdf'],
    ['Amor ❤️‍🔥.pdf', 'Amor ❤️‍🔥.pdf'],
    ['Gui\u0301a.pdf', 'Guía.pdf'],
    ['Código Ñandú – 1ª edición.PDF', 'Código Ñandú – 1ª edición.pdf'],
    ['\u200bRecetas\u00ad\u2060.pdf', 'Recetas.pdf'],
    ['CON.pdf', 'CON_.pdf'],
    ['nul.pdf', 'nul_.pdf'],
    ['Com1.tapas.pdf', 'Com1_.tapas.pdf'],
    ['LPT³.pdf', 'LPT³_.pdf'],
    ['AUX .pdf', 'AUX_.pdf'],
    ['Contrato.pdf', 'Contrato.pdf'],
    ['com10.pdf', 'com10.pdf'],
    ['a\ud800b.pdf', 'a b.pdf'],
    ['a\u0000b.pdf', 'a b.pdf'],
    ['ñ'.repeat(127) + '.pdf', 'ñ'.repeat(120) + '.pdf'],
    ['👩‍🎨'.repeat(30) + '.pdf', '👩‍🎨'.repeat(21) + '.pdf'],
    ['\u202Egpj.exe.pdf', 'gpj.exe.pdf'],
    ['línea\r\nnueva.pdf', 'línea nueva.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['....pdf', 'archivo.pdf'],
    ['', 'archivo.pdf'],
    [`nombre${'.'.repeat(80_000)}libro.pdf`, 'libro.pdf'],
    ['x'.repeat(300) + '.pdf', 'x'.repeat(120) + '.pdf'],
  ])('the file name %j becomes %j', (given, safe) =>
    expect(toSafeFileName(given, 'pdf')).toBe(safe),
  )
})
