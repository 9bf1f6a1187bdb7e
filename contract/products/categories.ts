import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText, typedText } from '../core/fields.ts'
import { FILE_TYPES } from '../core/limits.ts'

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

/** The maximum number of characters of a name by which a category is proposed. */
export const PROPOSAL_NAME_MAX = 100

/** A category for a product that has none yet. */
export const CategoryProposal = z.object({
  categoryId: z.int(),
  /** Null if nothing speaks for one of the subcategories. */
  subcategoryId: z.nullable(z.int()),
  /** What it was chosen by: the words of the name, the seller's last product, or the type of the file. */
  reason: z.enum(['name', 'last_product', 'file_type']),
})
export type CategoryProposal = z.infer<typeof CategoryProposal>

export const proposeCategory = endpoint({
  method: 'GET',
  path: '/category/proposal',
  summary: 'Propose a category for a new product',
  access: 'verified',
  query: z.object({
    name: z.optional(typedText(PROPOSAL_NAME_MAX)),
    /** The type of the first file. */
    fileType: z.optional(z.enum(FILE_TYPES)),
  }),
  /** Null if nothing speaks for a category. */
  reply: z.object({ proposal: z.nullable(CategoryProposal) }),
})
