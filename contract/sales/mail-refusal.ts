import * as z from 'zod/mini'
import { IsoDateTime } from '../core/fields.ts'

/** A mail server's refusal of an email, such as to an address that does not exist. */
export const MailRefusal = z.object({
  at: IsoDateTime,
  /** The codes of the mail server's reply, such as `550 5.1.1`. */
  code: z.string(),
})
export type MailRefusal = z.infer<typeof MailRefusal>
