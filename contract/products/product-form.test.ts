import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ProductForm } from './products.ts'

const form = {
  name: 'Recetas',
  price: '500',
  isPriceDynamic: true,
  description: 'Un libro.',
  categoryId: '1',
  subcategoryId: '2',
}
const listIssues = (fields: object) =>
  z
    .safeParse(ProductForm, { ...form, ...fields })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

describe('the form of a product', () => {
  test.each<[string, object, [string, string][]]>([
    ['takes a suggested price at the minimum', { suggestedPrice: '500' }, []],
    ['takes no suggested price', { suggestedPrice: '' }, []],
    [
      'refuses one below the minimum',
      { suggestedPrice: '499' },
      [['suggestedPrice', 'issue_suggested_price']],
    ],
    [
      'refuses one below the minimum while the category is missing',
      { categoryId: '', suggestedPrice: '499' },
      [
        ['categoryId', 'issue_category'],
        ['suggestedPrice', 'issue_suggested_price'],
      ],
    ],
    [
      'does not compare it with a price that is none',
      { price: 'x', suggestedPrice: '499' },
      [['price', 'issue_price']],
    ],
    [
      'does not compare it with a fixed price',
      { isPriceDynamic: false, suggestedPrice: '499' },
      [],
    ],
    ['takes five points', { points: 'a\nb\n\nc\nd\ne\n' }, []],
    ['refuses six points', { points: 'a\nb\nc\nd\ne\nf' }, [['points', 'issue_points_many']]],
    [
      'refuses a point of 81 characters',
      { points: `a\n${'b'.repeat(81)}` },
      [['points', 'issue_point_long']],
    ],
  ])('the form of a product %s', (_, fields, issues) => expect(listIssues(fields)).toEqual(issues))
})
