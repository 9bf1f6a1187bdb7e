import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Id, IdText, IsoDateTime, optionalName } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { UploadId } from '../uploads.ts'
import { FILE_REFUSALS } from './products.ts'
import { OwnSample } from './samples.ts'

/** A version of a file as its seller sees it. */
const Version = z.object({
  fileName: z.string(),
  /** The file extension in capitals. */
  type: z.string(),
  sizeBytes: z.int(),
  /** The number of pages of a PDF file; null for other types, and if it is unknown. */
  pages: z.nullable(z.int()),
  uploadedAt: IsoDateTime,
})

/** A file of a product as its seller sees it. */
export const ProductFile = z.object({
  /** The id of the file in whatever version. */
  id: z.int(),
  /** The seller's name for the file; null if people are shown its file name. */
  title: z.nullable(z.string()),
  /** Whether the file is kept for those who have bought it, and is not sold any more. */
  isHidden: z.boolean(),
  /** Whether buyers get the file although it was added after their order. */
  forEarlierBuyers: z.boolean(),
  /** The version on sale; null until the first one is scanned, and if it was refused. */
  current: z.nullable(
    z.extend(Version, {
      /** Whether the scanner did not read the file, since it is too large for it. */
      isUnscanned: z.boolean(),
    }),
  ),
  /** The version that was uploaded last, if it waits for its scan or was refused; else null. */
  next: z.nullable(
    z.extend(Version, {
      state: z.enum(['waiting', 'refused']),
      refusal: z.nullable(z.enum(FILE_REFUSALS)),
      /** The scanner's name for the malware. */
      signature: z.nullable(z.string()),
    }),
  ),
  /** The sample that buyers see before they pay; null if the seller offers none. */
  sample: z.nullable(OwnSample),
})
export type ProductFile = z.infer<typeof ProductFile>

/** The files of a product: those on sale in their order, then those that are hidden. */
const ProductFiles = z.object({ files: z.array(ProductFile) })

/** The seller's name for a file; empty for none. */
export const FileTitle = optionalName(LIMITS.fileTitle.max)
const byId = z.object({ id: IdText })
const bySlot = z.object({ id: IdText, slot: IdText })

const uploadErrors = [
  'ERROR_UPLOAD_NOT_FOUND',
  'ERROR_UPLOAD_BUSY',
  'ERROR_PRODUCT_NOT_FOUND',
  'ERROR_UPLOADING_PRODUCT_FILE',
  'ERROR_DIRECTORY_SIZE_EXCEEDED',
] as const

export const listProductFiles = endpoint({
  method: 'GET',
  path: '/product/:id/files',
  summary: "List the files of one of the seller's own products",
  access: 'owner',
  cacheTags: ['Product'],
  params: byId,
  reply: ProductFiles,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/** Adds an uploaded file to a product. Answers 409 ERROR_TOO_MANY_FILES if the product already has fifty. */
export const addProductFile = endpoint({
  method: 'POST',
  path: '/product/:id/files',
  summary: 'Add a file to a product',
  access: 'owner',
  params: byId,
  body: z.object({
    /** The id of the upload that has brought the file. */
    uploadId: UploadId,
    title: z.optional(FileTitle),
    forEarlierBuyers: z.optional(z.boolean()),
  }),
  reply: ProductFiles,
  status: 201,
  errors: [...uploadErrors, 'ERROR_TOO_MANY_FILES'],
})

/**
 * Makes an uploaded file the next version of a file of a product. Whoever has bought the file gets it, and keeps the
 * version that was bought.
 */
export const replaceProductFile = endpoint({
  method: 'POST',
  path: '/product/:id/files/:slot/versions',
  summary: 'Replace a file of a product by its next version',
  access: 'owner',
  params: bySlot,
  body: z.object({ uploadId: UploadId }),
  reply: ProductFiles,
  status: 201,
  errors: [...uploadErrors, 'ERROR_PRODUCT_FILE_NOT_FOUND'],
})

/**
 * Renames, hides or shows a file, or changes whether earlier buyers get it and whether everybody gets a sample of it. A
 * hidden file stays with those who have bought it; one that nobody has bought is deleted. Answers 409
 * ERROR_LAST_PRODUCT_FILE if the product would be left without files, and 409 ERROR_SAMPLE_TYPE if there are no samples
 * of files of its type.
 */
export const changeProductFile = endpoint({
  method: 'PUT',
  path: '/product/:id/files/:slot',
  summary: 'Change the given properties of a file of a product',
  access: 'owner',
  cacheTags: ['Products', 'Product', 'Space'],
  params: bySlot,
  body: z.object({
    title: z.optional(FileTitle),
    isHidden: z.optional(z.boolean()),
    forEarlierBuyers: z.optional(z.boolean()),
    offersSample: z.optional(z.boolean()),
  }),
  reply: ProductFiles,
  errors: [
    'ERROR_PRODUCT_NOT_FOUND',
    'ERROR_PRODUCT_FILE_NOT_FOUND',
    'ERROR_LAST_PRODUCT_FILE',
    'ERROR_TOO_MANY_FILES',
    'ERROR_DIRECTORY_SIZE_EXCEEDED',
    'ERROR_SAMPLE_TYPE',
  ],
})

/**
 * Changes the sequence of a product's files. `order` must hold the id of each file that is not hidden once; otherwise
 * the endpoint answers INVALID_DATA.
 */
export const reorderProductFiles = endpoint({
  method: 'PUT',
  path: '/product/:id/files',
  summary: 'Reorder the files of a product',
  access: 'owner',
  cacheTags: ['Product'],
  params: byId,
  body: z.object({ order: z.array(Id).check(z.maxLength(LIMITS.filesPerProduct)) }),
  reply: ProductFiles,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})
