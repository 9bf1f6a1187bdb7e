import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { RecoveryCode, TotpCode } from '../accounts/second-step.ts'
import { ProductForm } from '../products/products.ts'
import { OrderLookupForm, parseOrderNumber } from '../orders/order-number.ts'
import { BuyerEmailForm, Purchase } from '../orders/orders.ts'
import { Email, optionalText, requiredText } from './fields.ts'
import { cleanLine, cleanText } from './typed-text.ts'

describe('an email address', () => {
  test.each([
    [' Ana@Mail.TEST ', 'ana@mail.test'],
    ['\u202aana@mail.test\u202c', 'ana@mail.test'],
    ['\u2068ana@mail.test\u2069', 'ana@mail.test'],
    ['\u200eana@mail.test\u200f', 'ana@mail.test'],
    ['ana@mail.test\u200b', 'ana@mail.test'],
    ['ana\u200b@mail\u00ad.test', 'ana@mail.test'],
    ['\ufeffana@mail.test\u00a0', 'ana@mail.test'],
    ['ana@mail.test\u2060\u180e\ufe0f', 'ana@mail.test'],
    ['ana@mail.test\u3164\u2800', 'ana@mail.test'],
    ['ana‑luz@mail.test', 'ana-luz@mail.test'],
    ['ana＠mail．test', 'ana@mail.test'],
    ['o’brien@mail.test', "o'brien@mail.test"],
    ['mailto:ana@mail.test', 'ana@mail.test'],
    ['Ana Luz <ana@mail.test>', 'ana@mail.test'],
    ['j&j.seguros@example.com', 'j&j.seguros@example.com'],
    ["a!#$%&'*+/=?^_`{|}~-z@example.com", "a!#$%&'*+/=?^_`{|}~-z@example.com"],
    ['_ana_@mail.test', '_ana_@mail.test'],
    ['ana@1a.mail.test', 'ana@1a.mail.test'],
    ['ana@ñandú.com.ar', 'ana@xn--and-6ma2c.com.ar'],
    ['ana@n\u0303andu\u0301.com', 'ana@xn--and-6ma2c.com'],
    ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
    ['ana@xn--and-6ma2c.com', 'ana@xn--and-6ma2c.com'],
  ])('%j is read as %s', (typed, email) => {
    const order = { products: [{ id: 1 }], payerEmail: typed }

    expect(z.parse(Email, typed)).toBe(email)
    expect(z.parse(Purchase, order).payerEmail).toBe(email)
    expect(z.parse(BuyerEmailForm, { email, confirm_email: typed }).email).toBe(email)
    expect(z.safeParse(OrderLookupForm, { emailOrNumber: typed }).success).toBe(true)
  })

  test.each([
    'ana',
    '@mail.test',
    'ana@mail',
    'ana.@mail.test',
    '.ana@mail.test',
    'ana..luz@mail.test',
    'ana luz@mail.test',
    'ana@mail .test',
    'ana@mail..test',
    'ana@-mail.test',
    'ana@mail.test.',
    'ana@127.0.0.1',
    'ana@mail.test, eva@mail.test',
    'añá@mail.test',
    'ana@ñan%64u.com',
    'ana@ñandú/x.com',
    'ana@mail.test\r\nBcc: eva@mail.test',
    '<ana@mail.test> <eva@mail.test>',
    `${'a'.repeat(40)}@example.com`,
  ])('%j is refused', typed => expect(z.safeParse(Email, typed).success).toBe(false))
})

describe('a name', () => {
  const parseName = (name: string) => z.safeParse(ProductForm.shape.name, name)

  test.each([
    ['  Curso   de\tpan ', 'Curso de pan'],
    ['Curso \u202e009.8 $ gratis', 'Curso 009.8 $ gratis'],
    ['\u202aCurso\u202c de \u2066pan\u2069', 'Curso de pan'],
    ['\ufeffCurso\u200b de\u00ad pan', 'Curso de pan'],
    ['Cuⷠrso', 'Cuⷠrso'],
    ['Gui\u0301a', 'Guía'],
    ['👩‍🎨 plantillas', '👩‍🎨 plantillas'],
    ['Amor ❤️‍🔥 y 👍🏽', 'Amor ❤️‍🔥 y 👍🏽'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 inglés 1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 inglés 1️⃣'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष हिन्दी', 'क्\u200dष हिन्दी'],
    ['שלום עולם', 'שלום עולם'],
    ['日本語の本', '日本語の本'],
    ['2026', '2026'],
  ])('%j is saved as %j', (typed, name) => expect(parseName(typed).data).toBe(name))

  test.each([
    ['\u200b\u200b\u200b', 'issue_name_required'],
    ['\u3164\u3164\u3164', 'issue_name_required'],
    ['\u2800\u2800\u2800', 'issue_name_required'],
    ['\u2060\u2060\u2060', 'issue_name_required'],
    ['\u115f\u1160\uffa0', 'issue_name_required'],
    ['\u00ad\u034f\ufe0f', 'issue_name_required'],
    ['a\u200d\u200d\u200d', 'issue_name_short'],
    ['...', 'issue_no_letters'],
    ['🎨🎨🎨', 'issue_no_letters'],
    ['Pan\u0007dulce', 'issue_no_letters'],
  ])('%j is refused with %s', (typed, issue) =>
    expect(parseName(typed).error?.issues.map(({ message }) => message)).toContain(issue),
  )
})

describe('a number or a code', () => {
  test.each([
    'K7M3-2QRD',
    '\u202ak7m3‑2qrd\u202c',
    'K7M3 – 2QRD',
    '＃Ｋ７Ｍ３２ＱＲＤ',
    'K7M3\u200b2QRD',
  ])('the order number %j is read', typed => expect(parseOrderNumber(typed)).toBe('K7M3-2QRD'))
  test.each(['123456', '123 456', '\u200e123\u202f456', '123‑456', '１２３４５６'])(
    'the code %j of an app is read',
    typed => expect(z.parse(TotpCode, typed)).toBe('123456'),
  )
  test.each(['abcde-12345', 'abcde\u2060‐12345\u200b'])('the recovery code %j is read', typed =>
    expect(z.parse(RecoveryCode, typed)).toBe('abcde12345'),
  )
})

describe('a text', () => {
  test.each([
    ['\u200bHola\nmundo\ufeff', 'Hola\nmundo'],
    ['Hola \u202eodnum', 'Hola odnum'],
  ])('%j is saved as %j', (typed, text) => expect(z.parse(optionalText(20), typed)).toBe(text))

  test('the length of a text leaves out invisible characters', () => {
    expect(z.safeParse(requiredText(3, 10, 'issue_required'), 'ab\u200b').success).toBe(false)
    expect(z.safeParse(requiredText(3, 3, 'issue_required'), '\u200babc\u200b').success).toBe(true)
  })

  test('a text does not change when it is cleaned again', () => {
    const text = cleanText('\u200b a\u200d\u200d👩‍🎨\u200d \u2800 é\n b ')
    expect(cleanText(text)).toBe(text)
    expect(cleanLine(cleanLine(text))).toBe(cleanLine(text))
  })
})
