import { expect, test } from 'vitest'
import { type CategoryClues, chooseCategory } from './choose-category.ts'
import { CATEGORIES } from './seed.ts'

const poet = { category: 'books', subcategory: 'books-poetry' }
const band = { category: 'music', subcategory: 'music-albums' }

test.each<[string, Omit<CategoryClues, 'name'>, string | undefined]>([
  ['Recetas de invierno', {}, 'name: books > books-cooking'],
  ['Curso de cocina', {}, 'name: courses > courses-cooking'],
  ['Winter recipes', {}, 'name: books > books-cooking'],
  ['Planilla de gastos del hogar', { fileType: 'xlsx' }, 'name: sheets > sheets-home'],
  ['CV minimalista, plantilla', {}, 'name: templates > templates-cv'],
  ['PARTITURAS: Milonga del alba', { fileType: 'pdf' }, 'name: music > music-scores'],
  ['Ilustración botánica', {}, 'name: design > design-illustrations'],
  ['Guía de pesca', {}, 'name: books'],
  ['Guía de pesca', { lastProduct: poet }, 'name: books > books-poetry'],
  ['Recetas en verso', {}, 'name: books > books-cooking'],
  ['Recetas en verso', { lastProduct: poet }, 'name: books > books-poetry'],
  ['Recetas de invierno', { lastProduct: poet }, 'name: books > books-cooking'],
  ['Negocios', { fileType: 'mp4' }, 'name: courses > courses-business'],
  ['Negocios', { fileType: 'pdf' }, 'name: books > books-business'],
  ['Panel solar', {}, undefined],
  ['Vidala', { lastProduct: poet }, 'last_product: books > books-poetry'],
  ['Vidala', { lastProduct: poet, fileType: 'pdf' }, 'last_product: books > books-poetry'],
  ['Vidala', { lastProduct: poet, fileType: 'mp3' }, 'file_type: music'],
  ['Vidala', { lastProduct: band, fileType: 'mp3' }, 'last_product: music > music-albums'],
  ['Vidala', { lastProduct: poet, fileType: 'zip' }, 'last_product: books > books-poetry'],
  ['Vidala', { fileType: 'docx' }, 'file_type: books'],
  ['Vidala', { fileType: 'zip' }, undefined],
  ['', {}, undefined],
])('the category of a product named %j with %j is %s', (name, clues, expected) => {
  const chosen = chooseCategory({ name, ...clues })

  const path = [chosen?.category, chosen?.subcategory].filter(Boolean).join(' > ')
  expect(chosen && `${chosen.reason}: ${path}`).toBe(expected)
})

test('each category and subcategory has words in the form in which names are compared', () => {
  const seeds = CATEGORIES.flatMap(({ subcategories, ...seed }) => [seed, ...subcategories])

  const faults = seeds.filter(
    ({ words }) => words.length === 0 || !words.every(word => /^[a-z0-9]+\*?$/.test(word)),
  )

  expect(faults).toEqual([])
})
