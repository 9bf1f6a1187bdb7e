import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { LIMITS } from './core/limits.ts'
import { ProfileForm } from './profiles.ts'

const parseField = (name: keyof ProfileForm, typed: string) =>
  z.safeParse(ProfileForm, { username: 'lucia', bio: 'Luthier.', [name]: typed }).data?.[name]
const parseWebpage = (webpage: string) => parseField('webpage', webpage)

describe('the web page of a profile', () => {
  test.each([
    ['luciahuerta.com', 'https://luciahuerta.com'],
    [' www.ñandú.com.ar/tienda?x=1 ', 'https://www.ñandú.com.ar/tienda?x=1'],
    ['taller.test:8080/#hola', 'https://taller.test:8080/#hola'],
    ['http://luciahuerta.com', 'http://luciahuerta.com'],
    ['HTTPS://luciahuerta.com', 'HTTPS://luciahuerta.com'],
    ['\u200bluciahuerta.com\u2060', 'https://luciahuerta.com'],
    ['', ''],
  ])('%j is saved as %j', (typed, saved) => expect(parseWebpage(typed)).toBe(saved))

  test.each([
    'javascript:alert(1)',
    'mailto:lucia@huerta.com',
    'lucia@huerta.com',
    'ftp://huerta.com',
    '//huerta.com',
    'lucia',
    'lucia huerta.com',
    `${'a'.repeat(LIMITS.social.max - 4)}.com`,
  ])('%j is refused', typed => expect(parseWebpage(typed)).toBeUndefined())
})

describe('the contact data of a profile', () => {
  test.each([
    ['whatsapp', '+54 9 (341) 555-0142', '+5493415550142'],
    ['whatsapp', '00 55 11 91234.5678', '+5511912345678'],
    ['whatsapp', '', ''],
    ['contactEmail', ' Lucia@Huerta.COM ', 'lucia@huerta.com'],
    ['contactEmail', ' ', ''],
    ['displayName', '  Lucía   Huerta, luthier ', 'Lucía Huerta, luthier'],
    ['displayName', 'Ñandú 🎸', 'Ñandú 🎸'],
    ['displayName', 'Lucía\u202e aicuL', 'Lucía aicuL'],
    ['displayName', '', ''],
    ['displayName', '\u200b\u200b', ''],
    ['whatsapp', '\u202a+54 9 11 2345‑6789\u202c', '+5491123456789'],
    ['whatsapp', '＋５４ ９ １１ ２３４５ ６７８９', '+5491123456789'],
    ['username', '\u200b@lucia\ufeff', 'lucia'],
    ['instagram', '@lucia.huerta', '@lucia.huerta'],
  ] as const)('the field %s of a profile, typed as %j, is saved as %j', (name, typed, saved) =>
    expect(parseField(name, typed)).toBe(saved),
  )

  test.each([
    ['whatsapp', '341 555-0142'],
    ['whatsapp', '+0341 5550142'],
    ['whatsapp', '+54 9 341'],
    ['whatsapp', '+54 9 341 555 0142 int 3'],
    ['whatsapp', '+1234567890123456'],
    ['contactEmail', 'lucia'],
    ['contactEmail', 'lucia@huerta'],
    ['contactEmail', `${'a'.repeat(LIMITS.email.max)}@huerta.com`],
    ['displayName', 'L'],
    ['displayName', 'a'.repeat(LIMITS.displayName.max + 1)],
    ['displayName', '🎸🎸'],
    ['displayName', 'Lucía\u0007'],
    ['youtube', 'youtube.com/lucia'],
  ] as const)('the field %s of a profile, typed as %j, is refused', (name, typed) =>
    expect(parseField(name, typed)).toBeUndefined(),
  )
})
