import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IMAGE_ERRORS } from '../core/errors.ts'
import { IdText, IsoDateTime, issueKey, typedText } from '../core/fields.ts'
import { DAY_MS } from '../core/time.ts'
import { Pack, PACK_PARTS } from './packs.ts'
import { OwnProductDetail, PreviewImage, Price, ProductForm } from './products.ts'

/** The maximum number of characters that a draft keeps of a field, which are more than its product can have. */
const MAX_FIELD_LENGTH = 20_000
/** The maximum number of drafts that a seller can have. */
export const MAX_DRAFTS = 100

/** The names of the fields of the product form, in their sequence. */
export const DRAFT_FIELDS = z.keyof(ProductForm).options

/**
 * Fields of the product form as they were typed, which may be incomplete or invalid. A field that was never typed in is
 * missing.
 */
export const DraftFields = z.partialRecord(
  z.keyof(ProductForm),
  z.union([typedText(MAX_FIELD_LENGTH), z.boolean()]),
)
export type DraftFields = z.infer<typeof DraftFields>

/** A product that its seller has not published yet. */
export const Draft = z.object({
  id: z.int(),
  fields: DraftFields,
  /** Counts the saved changes. A reply whose version is higher by more than one tells of changes by another device. */
  version: z.int(),
  /** The URL of the cover as in `Product`; null without one. */
  imageFile: z.nullable(z.string()),
  /** The preview images in the sequence in which they are shown, at most eight. */
  previews: z.array(PreviewImage),
  /** The number of files, and how many of them were refused by their scan. */
  files: z.object({ count: z.int(), refusedCount: z.int() }),
  /** What the draft sells together, if it is a pack, which has no files of its own; null otherwise. */
  pack: z.nullable(Pack),
  /** When the draft is published by itself; null if it is not. */
  publishAt: z.nullable(IsoDateTime),
  savedAt: IsoDateTime,
})
export type Draft = z.infer<typeof Draft>

/** What a draft can be published without: the name of a field, of one of the two files, or the parts of a pack. */
export type DraftProblem = keyof ProductForm | 'image_file' | 'product_file' | 'parts'

/** Parses the fields of a draft as the form of a product. */
export const parseDraftFields = (fields: DraftFields) =>
  z.safeParse(ProductForm, { isPriceDynamic: false, ...fields })

/** Finds what a draft lacks before it can be published. */
export function findDraftProblems({
  fields,
  imageFile,
  files,
  pack,
}: Pick<Draft, 'fields' | 'imageFile' | 'files' | 'pack'>): DraftProblem[] {
  const parsed = parseDraftFields(fields)
  const invalid = new Set(parsed.error?.issues.map(({ path }) => path[0]))
  // A pack cannot be free.
  if (pack !== null && z.safeParse(Price, fields.price).data === 0) invalid.add('price')
  return [
    ...DRAFT_FIELDS.filter(name => invalid.has(name)),
    ...(pack === null && (files.count === 0 || files.refusedCount > 0)
      ? ['product_file' as const]
      : []),
    ...(pack !== null && pack.parts.length < PACK_PARTS.min ? ['parts' as const] : []),
    ...(imageFile === null ? ['image_file' as const] : []),
  ]
}

/** Tells whether a draft has nothing in it, such as one whose only letter was erased. A pack is something by itself. */
export const isEmptyDraft = ({ fields, imageFile, previews, files, pack }: Draft): boolean =>
  Object.values(fields).every(value => !value) &&
  imageFile === null &&
  previews.length === 0 &&
  files.count === 0 &&
  pack === null

const byId = z.object({ id: IdText })

export const listDrafts = endpoint({
  method: 'GET',
  path: '/product/drafts',
  summary: "List the seller's drafts, the one that was saved last first",
  access: 'verified',
  cacheTags: ['Products'],
  reply: z.object({ drafts: z.array(Draft) }),
})

/** Creates a draft. Answers 409 ERROR_TOO_MANY_DRAFTS if the seller has a hundred. */
export const createDraft = endpoint({
  method: 'POST',
  path: '/product/drafts',
  summary: 'Save a product as a draft',
  idempotent: true,
  access: 'verified',
  cacheTags: ['Products'],
  body: z.object({
    fields: DraftFields,
    /** Whether the draft is of a pack, which sells other products together. */
    isPack: z.optional(z.boolean()),
  }),
  reply: Draft,
  status: 201,
  errors: ['ERROR_TOO_MANY_DRAFTS'],
})

export const getDraft = endpoint({
  method: 'GET',
  path: '/product/:id/draft',
  summary: "Get one of the seller's drafts",
  access: 'owner',
  cacheTags: ['Product'],
  params: byId,
  reply: Draft,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/** Changes the given fields of a draft; those that another device has saved meanwhile stay, and are in the reply. */
export const saveDraft = endpoint({
  method: 'PUT',
  path: '/product/:id/draft',
  summary: 'Change the given fields of a draft',
  access: 'owner',
  params: byId,
  body: z.object({ fields: DraftFields }),
  reply: Draft,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

export const setDraftCover = endpoint({
  method: 'PUT',
  path: '/product/:id/draft/cover',
  summary: 'Set the cover of a draft',
  access: 'owner',
  params: byId,
  form: z.object({}),
  files: ['image_file'],
  reply: Draft,
  errors: ['ERROR_PRODUCT_NOT_FOUND', ...IMAGE_ERRORS, 'ERROR_UPLOADING_FILES'],
})

/** The longest time in milliseconds for which a draft can wait until it is published. */
export const MAX_SCHEDULE_MS = 366 * DAY_MS

const FutureTime = z.iso
  .datetime({ offset: true, error: issueKey('issue_publish_at') })
  .check(z.maxLength(40, issueKey('issue_publish_at')))

/**
 * Sets when a draft is published by itself, which is at most a year away. A change after which the draft is incomplete
 * removes the time. Answers ERROR_MISSING_PRODUCT_DATA if the draft is incomplete.
 */
export const scheduleDraft = endpoint({
  method: 'PUT',
  path: '/product/:id/draft/schedule',
  summary: 'Publish a draft at a time, or no longer',
  access: 'owner',
  cacheTags: ['Products', 'Product'],
  params: byId,
  body: z.object({
    publishAt: z.nullable(FutureTime),
  }),
  reply: Draft,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_MISSING_PRODUCT_DATA'],
})

/** Publishes a draft. Answers ERROR_MISSING_PRODUCT_DATA if something is missing or invalid. */
export const publishDraft = endpoint({
  method: 'POST',
  path: '/product/:id/publish',
  summary: 'Publish a draft',
  idempotent: true,
  access: 'owner',
  captcha: { action: 'create_product_form', in: 'header' },
  params: byId,
  reply: OwnProductDetail,
  errors: [
    'ERROR_PRODUCT_NOT_FOUND',
    'ERROR_MISSING_PRODUCT_DATA',
    'ERROR_CATEGORY_NOT_FOUND',
    'ERROR_SUBCATEGORY_NOT_FOUND',
    'ERROR_DIRECTORY_SIZE_EXCEEDED',
  ],
})

/** Saves a copy of a product as a draft, with its texts, price, cover and previews, and without its files. */
export const duplicateProduct = endpoint({
  method: 'POST',
  path: '/product/:id/duplicate',
  summary: 'Copy a product to a draft',
  access: 'owner',
  cacheTags: ['Products'],
  params: byId,
  reply: Draft,
  status: 201,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_TOO_MANY_DRAFTS'],
})
