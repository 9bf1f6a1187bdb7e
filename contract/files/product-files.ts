import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Id, IdText, IsoDateTime, optionalName } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { UploadId } from './uploads.ts'
import { FILE_REFUSALS } from '../products/products.ts'
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
  /** Whether the seller has ended the sale of the file, which is kept for those who have bought it. */
  isHidden: z.boolean(),
  /** Whether buyers get the file although it was added after their order. */
  forEarlierBuyers: z.boolean(),
  /** The version on sale; null until the first one is published and scanned, and if it was refused. */
  current: z.nullable(
    z.extend(Version, {
      /** Whether the scanner did not read the file, since it is too large for it. */
      isUnscanned: z.boolean(),
    }),
  ),
  /** The version that was uploaded last, if it is not on sale; else null. */
  next: z.nullable(
    z.extend(Version, {
      /** Whether the version waits for its scan, was refused, or could be sold. */
      state: z.enum(['waiting', 'refused', 'checked']),
      /** Whether the seller has published the version, which goes on sale once it is scanned. */
      isPublished: z.boolean(),
      refusal: z.nullable(z.enum(FILE_REFUSALS)),
      /** The scanner's name for the malware. */
      signature: z.nullable(z.string()),
    }),
  ),
  /** The sample that buyers see before they pay; null if the seller offers none. */
  sample: z.nullable(OwnSample),
})
export type ProductFile = z.infer<typeof ProductFile>

/** The files of a product as its seller has arranged them: those that are sold in their order, then the hidden ones. */
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

// Each call changes the working copy of the product. Buyers see the change once it is published.

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
 * Makes an uploaded file the next version of a file of a product. Once it is published, whoever has bought the file
 * gets it, and keeps the version that was bought.
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

/** What a seller can change of a file. */
const FileSettings = z.object({
  /** An empty title removes it. */
  title: FileTitle,
  forEarlierBuyers: z.boolean(),
  offersSample: z.boolean(),
})
/** What a seller has changed of a file and not published. */
export type FileChanges = Partial<z.infer<typeof FileSettings>>

/**
 * Renames, hides or shows a file, or changes whether earlier buyers get it and whether everybody gets a sample of it. A
 * hidden file stays with those who have bought it; one that nobody has bought is deleted once that is published.
 * Answers 409 ERROR_SAMPLE_TYPE if there are no samples of files of its type.
 */
export const changeProductFile = endpoint({
  method: 'PUT',
  path: '/product/:id/files/:slot',
  summary: 'Change the given properties of a file of a product',
  access: 'owner',
  cacheTags: ['Products', 'Product', 'Space'],
  params: bySlot,
  body: z.partial(z.extend(FileSettings, { isHidden: z.boolean() })),
  reply: ProductFiles,
  errors: [
    'ERROR_PRODUCT_NOT_FOUND',
    'ERROR_PRODUCT_FILE_NOT_FOUND',
    'ERROR_TOO_MANY_FILES',
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
