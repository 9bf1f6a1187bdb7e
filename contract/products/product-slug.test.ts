import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildProductPath } from './product-path.ts'
import { toProductSlug } from './product-slug.ts'

test.each([
  ['Pan casero', 'pan-casero'],
  ['  ¿Cómo hacer pan?  ', 'como-hacer-pan'],
  ['El Ñandú & el CHAJÁ', 'el-nandu-el-chaja'],
  ['Straße, Øresund, Łódź, Œuvre', 'strasse-oresund-lodz-oeuvre'],
  ['İstanbul', 'istanbul'],
  ['Grandma’s 100 recipes', 'grandmas-100-recipes'],
  ['Ｐａｎ ½ ﬁno', 'pan-1-2-fino'],
  ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['Хлеб', ''],
  ['パン', ''],
  ['🍞', ''],
  ['Хлеб casero', 'casero'],
  [`${'a'.repeat(58)} bc`, 'a'.repeat(58)],
  [`${'a'.repeat(57)} bc`, `${'a'.repeat(57)}-bc`],
  [`${'a'.repeat(57)} bc de`, `${'a'.repeat(57)}-bc`],
  ['a'.repeat(70), 'a'.repeat(60)],
] as const)('the slug of the name %s is %s', (name, slug) => expect(toProductSlug(name)).toBe(slug))

test('the slug of any name is empty or at most 60 letters and digits with single hyphens, and its own slug', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), name => {
      const slug = toProductSlug(name)
      expect(slug).toMatch(/^(?:[a-z\d]+(?:-[a-z\d]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(60)
      expect(toProductSlug(slug)).toBe(slug)
    }),
    { numRuns: 1000 },
  ))

test.each([
  [{ id: 7, slug: 'pan-casero' }, '/product/7/pan-casero'],
  [{ id: 7, slug: '' }, '/product/7'],
])('the path of the page of %o is %s', (product, path) =>
  expect(buildProductPath(product)).toBe(path),
)
