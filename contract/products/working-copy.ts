import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IMAGE_ERRORS } from '../core/errors.ts'
import { IdText, IsoDateTime, issueKey, typedText } from '../core/fields.ts'
import { DAY_MS } from '../core/time.ts'
import { Pack, PACK_PARTS } from '../prices/packs.ts'
import { OwnProductDetail, PreviewImage, Price, ProductForm } from './products.ts'

/** The maximum number of characters that a working copy keeps of a field, which are more than a product can have. */
const MAX_FIELD_LENGTH = 20_000
/** The maximum number of drafts that a seller can have. */
export const MAX_DRAFTS = 100

/** The names of the fields of the product form, in their sequence. */
export const PRODUCT_FIELDS = z.keyof(ProductForm).options

/**
 * Fields of the product form as they were typed, which may be incomplete or invalid. A field that was never typed in is
 * missing.
 */
export const TypedFields = z.partialRecord(
  z.keyof(ProductForm),
  z.union([typedText(MAX_FIELD_LENGTH), z.boolean()]),
)
export type TypedFields = z.infer<typeof TypedFields>

/** What a product can differ in from what buyers see. */
export const CHANGEABLE = [...PRODUCT_FIELDS, 'files', 'image_file', 'previews'] as const
export type Changeable = (typeof CHANGEABLE)[number]

/**
 * A product as its seller is writing it. Buyers see nothing of a draft, and of another product what was published last.
 */
export const WorkingCopy = z.object({
  /** The id of the product. */
  id: z.int(),
  /** Whether the product was never published. */
  isDraft: z.boolean(),
  /** All fields of the form: what was typed, and in the others what is published. */
  fields: TypedFields,
  /** What differs from what buyers see; empty in a draft, of which they see nothing. */
  changes: z.array(z.enum(CHANGEABLE)),
  /** Whether somebody has bought the product, so that it matters who gets an added file. */
  hasBuyers: z.boolean(),
  /** Counts the saved changes. A reply whose version is higher by more than one tells of changes by another device. */
  version: z.int(),
  /** The URL of the cover as in `Product`; null without one. */
  imageFile: z.nullable(z.string()),
  /** The preview images in the sequence in which they will be shown, at most eight. */
  previews: z.array(PreviewImage),
  /** The number of files, and how many new ones of them were refused by their scan. */
  files: z.object({ count: z.int(), refusedCount: z.int() }),
  /** What the product sells together, if it is a pack, which has no files of its own; null otherwise. */
  pack: z.nullable(Pack),
  /** When it is published by itself; null if it is not. */
  publishAt: z.nullable(IsoDateTime),
  /** When a change was saved last; null if none was. */
  savedAt: z.nullable(IsoDateTime),
})
export type WorkingCopy = z.infer<typeof WorkingCopy>

/** What a product cannot be published without: the name of a field, of one of the two files, or the parts of a pack. */
export const PRODUCT_PROBLEMS = [...PRODUCT_FIELDS, 'product_file', 'parts', 'image_file'] as const
export type ProductProblem = (typeof PRODUCT_PROBLEMS)[number]

/** Checks what was typed into the product form by the schema of the product. */
export const parseTypedFields = (fields: TypedFields) =>
  z.safeParse(ProductForm, { isPriceDynamic: false, ...fields })

/** Reads one typed field by itself; undefined if it is missing or invalid. */
export const parseTypedField = (name: keyof ProductForm, value: TypedFields[typeof name]) =>
  z.safeParse(ProductForm.shape[name], value).data

/** Finds what a working copy lacks before it can be published. */
export function findProblems({
  fields,
  imageFile,
  files,
  pack,
}: Pick<WorkingCopy, 'fields' | 'imageFile' | 'files' | 'pack'>): ProductProblem[] {
  const parsed = parseTypedFields(fields)
  const invalid = new Set(parsed.error?.issues.map(({ path }) => path[0]))
  // Each part of a pack is an item of an order, and costs something.
  const price = z.safeParse(Price, fields.price).data
  if (pack !== null && price !== undefined && price < Math.max(1, pack.parts.length))
    invalid.add('price')
  const lacksFile = pack === null && (files.count === 0 || files.refusedCount > 0)
  return [
    ...PRODUCT_FIELDS.filter(name => invalid.has(name)),
    ...(lacksFile ? ['product_file' as const] : []),
    ...(pack !== null && pack.parts.length < PACK_PARTS.min ? ['parts' as const] : []),
    ...(imageFile === null ? ['image_file' as const] : []),
  ]
}

/** Tells whether a draft has nothing in it, such as one whose only letter was erased. A pack is something by itself. */
export const isEmptyDraft = ({ fields, imageFile, previews, files, pack }: WorkingCopy): boolean =>
  Object.values(fields).every(value => !value) &&
  imageFile === null &&
  previews.length === 0 &&
  files.count === 0 &&
  pack === null

const byId = z.object({ id: IdText })

/** What a list says of a draft. The rest comes with its working copy. */
export const DraftHead = z.object({
  id: z.int(),
  /** The name and the price as they were typed, or the beginning of them; empty if nothing was. */
  name: z.string(),
  price: z.string(),
  isPack: z.boolean(),
  /** Whether there is nothing in it, as `isEmptyDraft` tells. */
  isEmpty: z.boolean(),
  /** What it lacks before it can be published. */
  problems: z.array(z.enum(PRODUCT_PROBLEMS)),
  publishAt: z.nullable(IsoDateTime),
  savedAt: z.nullable(IsoDateTime),
})
export type DraftHead = z.infer<typeof DraftHead>

export const listDrafts = endpoint({
  method: 'GET',
  path: '/product/drafts',
  summary: "List the seller's drafts, the one that was saved last first",
  access: 'verified',
  cacheTags: ['Products'],
  reply: z.object({ drafts: z.array(DraftHead) }),
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
    fields: TypedFields,
    /** Whether the draft is of a pack, which sells other products together. */
    isPack: z.optional(z.boolean()),
  }),
  reply: WorkingCopy,
  status: 201,
  errors: ['ERROR_TOO_MANY_DRAFTS'],
})

export const getWorkingCopy = endpoint({
  method: 'GET',
  path: '/product/:id/working-copy',
  summary: 'Get a product as its seller is writing it',
  access: 'owner',
  cacheTags: ['Product'],
  params: byId,
  reply: WorkingCopy,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/**
 * Changes the given fields of a working copy; those that another device has saved meanwhile stay, and are in the reply.
 */
export const saveWorkingCopy = endpoint({
  method: 'PUT',
  path: '/product/:id/working-copy',
  summary: 'Change fields of a product without publishing them',
  access: 'owner',
  params: byId,
  body: z.object({ fields: TypedFields }),
  reply: WorkingCopy,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

export const setCover = endpoint({
  method: 'PUT',
  path: '/product/:id/working-copy/cover',
  summary: 'Set the cover of a product without publishing it',
  access: 'owner',
  params: byId,
  form: z.object({}),
  files: ['image_file'],
  reply: WorkingCopy,
  errors: ['ERROR_PRODUCT_NOT_FOUND', ...IMAGE_ERRORS, 'ERROR_UPLOADING_FILES'],
})

/** Discards all unpublished changes. A draft has nothing to return to, and is deleted by `deleteProduct`. */
export const discardChanges = endpoint({
  method: 'DELETE',
  path: '/product/:id/working-copy',
  summary: 'Take back the changes of a product that are not published',
  access: 'owner',
  cacheTags: ['Products', 'Product', 'Space'],
  params: byId,
  reply: WorkingCopy,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/** The longest time in milliseconds for which a working copy can wait until it is published. */
export const MAX_SCHEDULE_MS = 366 * DAY_MS

const FutureTime = z.pipe(
  z.string(issueKey('issue_publish_at')).check(z.maxLength(40, issueKey('issue_publish_at'))),
  z.iso.datetime({ offset: true, error: issueKey('issue_publish_at') }),
)

/**
 * Sets when a working copy is published by itself, which is at most a year away. A change after which it is incomplete
 * removes the time. Answers ERROR_MISSING_PRODUCT_DATA if it is incomplete.
 */
export const schedulePublication = endpoint({
  method: 'PUT',
  path: '/product/:id/schedule',
  summary: 'Publish a product or its changes at a time',
  access: 'owner',
  captcha: { action: 'create_product_form', in: 'header' },
  cacheTags: ['Products', 'Product'],
  params: byId,
  body: z.object({ publishAt: FutureTime }),
  reply: WorkingCopy,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_MISSING_PRODUCT_DATA'],
})

export const cancelSchedule = endpoint({
  method: 'DELETE',
  path: '/product/:id/schedule',
  summary: 'Publish a product or its changes at no time',
  access: 'owner',
  cacheTags: ['Products', 'Product'],
  params: byId,
  reply: WorkingCopy,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/**
 * Publishes a draft, or the changes of a product. A repetition publishes nothing more, since there is nothing left.
 * Answers ERROR_MISSING_PRODUCT_DATA if something is missing or invalid.
 */
export const publishProduct = endpoint({
  method: 'POST',
  path: '/product/:id/publish',
  summary: 'Publish a draft, or the changes of a product',
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
  reply: WorkingCopy,
  status: 201,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_TOO_MANY_DRAFTS'],
})
