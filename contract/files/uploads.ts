import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IsoDateTime, isStorable, issueKey, machineText, typedText } from '../core/fields.ts'
import { cleanLine } from '../core/typed-text.ts'

/** The days after which an upload ends to which nothing was added, and whose file no product has taken. */
export const UPLOAD_DAYS = 7

/** The maximum number of unfinished uploads of a seller. */
export const UNFINISHED_UPLOADS = 3

/** The most uploads that a list has. Others still end after `UPLOAD_DAYS`. */
export const LISTED_UPLOADS = 100

/** The size in bytes of the chunks in which a file is sent; the last one is smaller. A larger chunk is refused. */
export const UPLOAD_CHUNK_BYTES = 8 * 1024 * 1024

/**
 * The states of an upload: its bytes arrive, the whole file is being checked, a product can take it, or it is not of
 * the type that its name says.
 */
export const UPLOAD_STATES = ['receiving', 'checking', 'ready', 'refused'] as const

/** The codes of the errors for which an uploaded file is refused: its type, or bytes that the storage has lost. */
export const UPLOAD_REFUSALS = ['ERROR_UPLOADING_PRODUCT_FILE', 'ERROR_UPLOAD_NOT_FOUND'] as const

/** A file that a seller sends in chunks. */
export const Upload = z.object({
  id: z.uuid(),
  fileName: z.string(),
  /** What the browser recognizes the same file by when it is chosen again. */
  fingerprint: z.string(),
  sizeBytes: z.int(),
  /** The bytes that were stored when the last chunk was answered. More can be stored if a chunk was cut off. */
  receivedBytes: z.int(),
  state: z.enum(UPLOAD_STATES),
  refusal: z.nullable(z.enum(UPLOAD_REFUSALS)),
  createdAt: IsoDateTime,
  expiresAt: IsoDateTime,
})
export type Upload = z.infer<typeof Upload>

/** What the header `upload-metadata` says of a file: a name that can be shown, and what the browser knows it by. */
export const UploadMetadata = z.object({
  filename: z
    .string()
    .check(z.maxLength(255, { abort: true }), isStorable, z.overwrite(cleanLine), z.minLength(1)),
  fingerprint: typedText(500).check(z.minLength(1)),
})

/** The id of an upload in a path or a form. */
export const UploadId = machineText(36).check(
  z.regex(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/, issueKey('issue_invalid')),
)

const byId = z.object({ id: UploadId })

export const listUploads = endpoint({
  method: 'GET',
  path: '/uploads',
  summary:
    'List at most 100 uploads of the seller whose file no product has taken: the unfinished ones, then the newest',
  access: 'verified',
  reply: z.object({ uploads: z.array(Upload) }),
})

export const startUpload = endpoint({
  method: 'POST',
  path: '/uploads',
  summary: 'Start an upload: its bytes are reserved in the quota',
  access: 'verified',
  tus: { headers: ['upload-length', 'upload-metadata'] },
  status: 201,
  errors: [
    'INVALID_DATA',
    'ERROR_FILE_EMPTY',
    'ERROR_UPLOADING_PRODUCT_FILE',
    'ERROR_UPLOADING_FILES',
    'ERROR_FILE_ABOVE_SCAN_LIMIT',
    'ERROR_DIRECTORY_SIZE_EXCEEDED',
    'ERROR_TOO_MANY_UPLOADS',
  ],
  unusualStatuses: [['INVALID_DATA', 412]],
})

export const getUploadOffset = endpoint({
  method: 'HEAD',
  path: '/uploads/:id',
  summary: 'Get how many bytes of a file are stored',
  access: 'owner',
  params: byId,
  tus: { headers: [] },
  status: 200,
  errors: ['ERROR_UPLOAD_NOT_FOUND', 'ERROR_UPLOAD_BUSY', 'ERROR_UPLOADING_PRODUCT_FILE'],
  unusualStatuses: [['INVALID_DATA', 412]],
})

export const sendChunk = endpoint({
  method: 'PATCH',
  path: '/uploads/:id',
  summary: 'Append a chunk to a file',
  access: 'owner',
  params: byId,
  tus: { headers: ['upload-offset'], hasBody: true },
  errors: [
    'ERROR_UPLOAD_NOT_FOUND',
    'ERROR_UPLOAD_BUSY',
    'ERROR_UPLOADING_PRODUCT_FILE',
    'ERROR_UPLOADING_FILES',
    'ERROR_UPLOAD_TOO_SLOW',
  ],
  unusualStatuses: [
    ['INVALID_DATA', 409],
    ['INVALID_DATA', 412],
  ],
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/uploads/:id',
  summary: 'End an upload: its bytes are deleted and no longer count against the quota',
  access: 'owner',
  params: byId,
  tus: { headers: [] },
  errors: ['ERROR_UPLOAD_NOT_FOUND', 'ERROR_UPLOAD_BUSY'],
  unusualStatuses: [['INVALID_DATA', 412]],
})
