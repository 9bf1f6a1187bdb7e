import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { Email, IdText, optionalText } from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'

export const REPORT_REASONS = [
  'copyright',
  'scam',
  'broken_file',
  'offensive',
  'illegal',
  'other',
] as const

/** The form for reporting a product. An empty email counts as no email. */
export const ReportForm = z.object({
  reason: z.enum(REPORT_REASONS),
  detail: z.optional(optionalText(LIMITS.reason.max, 'issue_reason_long')),
  email: z.optional(z.union([z.literal(''), Email])),
})
export type ReportForm = z.infer<typeof ReportForm>

/** Reports a product to the admins. One IP address can send at most ten reports an hour. */
export const reportProduct = endpoint({
  method: 'POST',
  path: '/public/product/:id/report',
  summary: 'Report a product to the admins',
  access: 'public',
  captcha: { action: 'report_form', in: 'header' },
  params: z.object({ id: IdText }),
  body: ReportForm,
  status: 202,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})
