import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText } from '../core/fields.ts'

/** A category or subcategory with its name in the language of the request. */
export const CategoryName = z.object({ id: z.int(), name: z.string() })
export const Category = z.object({
  id: z.int(),
  name: z.string(),
  subcategories: z.array(CategoryName),
})
export type Category = z.infer<typeof Category>

export const listCategories = endpoint({
  method: 'GET',
  path: '/category/list',
  summary: 'List categories',
  access: 'public',
  reply: z.object({ categories: z.array(CategoryName) }),
})
export const listSubcategories = endpoint({
  method: 'GET',
  path: '/subcategory/list',
  summary: 'List subcategories',
  access: 'public',
  reply: z.object({ subcategories: z.array(CategoryName) }),
})
export const listCategoryTree = endpoint({
  method: 'GET',
  path: '/category/with-subcategories',
  summary: 'List categories with their subcategories',
  access: 'public',
  cacheTags: ['Categories'],
  reply: z.object({ categories: z.array(Category) }),
})
export const listSubcategoriesOfCategory = endpoint({
  method: 'GET',
  path: '/subcategory/category/:categoryId',
  summary: 'List the subcategories of a category',
  access: 'public',
  params: z.object({ categoryId: IdText }),
  reply: z.object({ subcategories: z.array(CategoryName) }),
})
