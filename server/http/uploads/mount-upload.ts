import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { LIMITS } from '#contract/core/limits.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'
import { ApiError } from '../api-error.ts'
import {
  type EndpointCall,
  type HandlerResult,
  type UnloggedEndpoint,
  mountEndpoint,
} from '../endpoint.ts'
import { type ReceivedFile, readUpload } from './upload.ts'

/** An endpoint whose body is a multipart form with files. */
type UploadEndpoint = UnloggedEndpoint & { form: z.ZodMiniType; files: readonly string[] }

/** The call of an endpoint with files, each under its name if it was sent. */
export type UploadCall<E extends UploadEndpoint> = EndpointCall<E> & {
  files: Partial<Record<E['files'][number], ReceivedFile>>
}

/**
 * Mounts an endpoint whose body is a form with files. The handler gets the parsed form and the received files, of which
 * those are removed that it does not store. The form throws ERROR_MISSING_PRODUCT_DATA if a field is missing and
 * INVALID_DATA if one is invalid.
 * @param check refuses a call before its files are received
 */
export function mountUpload<const E extends UploadEndpoint>(
  app: FastifyInstance,
  {
    storage,
    config: { formFileMaxBytes },
  }: { storage: Storage; config: { formFileMaxBytes: number } },
  endpoint: E,
  handle: (call: UploadCall<E>) => Promise<HandlerResult<E>>,
  { check }: { check?: (call: EndpointCall<E>) => Promise<unknown> } = {},
): void {
  const maxBytes = Object.fromEntries(
    endpoint.files.map(name => [
      name,
      name === 'product_file' ? formFileMaxBytes : LIMITS.imageMaxBytes,
    ]),
  )
  mountEndpoint(app, endpoint, async call => {
    await check?.(call)
    const upload = await readUpload(call.request, storage, maxBytes)
    try {
      const form = parseForm(endpoint.form, upload.fields)
      return await handle({ ...call, form, files: upload.files } as UploadCall<E>)
    } finally {
      await upload.discard()
    }
  })
}

function parseForm(schema: z.ZodMiniType, fields: Record<string, string>): unknown {
  const parsed = z.safeParse(schema, fields)
  if (parsed.success) return parsed.data
  const isFieldMissing = parsed.error.issues.some(
    ({ path }) => fields[String(path[0])] === undefined,
  )
  throw ApiError.fromIssues(
    parsed.error.issues,
    isFieldMissing ? 'ERROR_MISSING_PRODUCT_DATA' : 'INVALID_DATA',
  )
}
