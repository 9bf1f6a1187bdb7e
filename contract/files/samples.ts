import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IdText } from '../core/fields.ts'
import { SAMPLE_REFUSALS } from './sample-rules.ts'

/** The sample of a file as its seller sees it. */
export const OwnSample = z.object({
  /** The sample is `waiting` until the version on sale is scanned and the sample is cut. */
  state: z.enum(['waiting', 'ready', 'refused']),
  /** Why the file has no sample; null unless it was refused. */
  refusal: z.nullable(z.enum(SAMPLE_REFUSALS)),
  /** The pages of a PDF file, or the seconds of an MP3 file; null unless the sample is ready. */
  length: z.nullable(z.int()),
  /** The path of the sample; null unless everybody can see it. */
  url: z.nullable(z.string()),
})

/** The sample of a file as buyers see it. */
export const PublicSample = z.object({
  /** The path of a PDF or MP3 file. It is another one for each version of the file. */
  url: z.string(),
  /** The pages of a PDF file, or the seconds of an MP3 file. */
  length: z.int(),
  sizeBytes: z.int(),
})

/**
 * Sends the sample of a version of a file, or a byte range of it: a PDF file with the first pages, or an MP3 file with
 * the first seconds. Answers 404 unless the product, the file and this version of it are on sale.
 */
export const getSample = endpoint({
  method: 'GET',
  path: '/public/sample/:version',
  summary: 'Get the sample of a file that is on sale',
  access: 'public',
  params: z.object({ version: IdText }),
  contentType: '*/*',
  acceptsRanges: true,
  status: 200,
  errors: ['ERROR_PRODUCT_FILE_NOT_FOUND'],
})

/**
 * Sends the sample of a version of a file to the seller of its product, or a byte range of it, also before it is on
 * sale. Answers 404 if no sample was cut from this version.
 */
export const getOwnSample = endpoint({
  method: 'GET',
  path: '/product/:id/sample/:version',
  summary: "Get the sample of one of the seller's own files",
  access: 'owner',
  params: z.object({ id: IdText, version: IdText }),
  contentType: '*/*',
  acceptsRanges: true,
  status: 200,
  errors: ['ERROR_PRODUCT_FILE_NOT_FOUND'],
})
