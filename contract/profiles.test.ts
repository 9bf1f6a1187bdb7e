import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { LIMITS } from './core/limits.ts'
import { ProfileForm } from './profiles.ts'

const parseWebpage = (webpage: string) =>
  z.safeParse(ProfileForm, { username: 'lucia', bio: 'Luthier.', webpage }).data?.webpage

describe('the web page of a profile', () => {
  test.each([
    ['luciahuerta.com', 'https://luciahuerta.com'],
    [' www.ñandú.com.ar/tienda?x=1 ', 'https://www.ñandú.com.ar/tienda?x=1'],
    ['taller.test:8080/#hola', 'https://taller.test:8080/#hola'],
    ['http://luciahuerta.com', 'http://luciahuerta.com'],
    ['HTTPS://luciahuerta.com', 'HTTPS://luciahuerta.com'],
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
