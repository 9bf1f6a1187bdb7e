import * as z from 'zod/mini'
import { Email, issueKey, optionalText } from '../core/fields.ts'
import { cleanCode, cleanEmail } from '../core/typed-text.ts'

/** The characters of order numbers: digits and capital letters without those that look alike (0 O, 1 I L, U V). */
export const ORDER_NUMBER_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const COMPLETE_NUMBER = new RegExp(`^[${ORDER_NUMBER_ALPHABET}]{8}$`)

/** The number by which people name an order, such as `K7M3-2QRD`. */
export const OrderNumber = z.string()

/**
 * Reads an order number that a person typed: in any case, with or without dash and spaces.
 * @returns the number as it is stored, such as `K7M3-2QRD`; undefined if the text is not an order number
 */
export function parseOrderNumber(text: string): string | undefined {
  const characters = cleanCode(text)
    .toUpperCase()
    .replaceAll(/[\s\-#]/g, '')
  if (!COMPLETE_NUMBER.test(characters)) return undefined
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}

/** Cleans what a person typed into the field for an email address or an order number. */
export const cleanContact = (text: string): string => parseOrderNumber(text) ?? cleanEmail(text)

/** An order number as a person types it; the result is the number as it is stored. */
const TypedOrderNumber = optionalText(30).check(
  z.overwrite(text => parseOrderNumber(text) ?? text),
  z.refine(text => parseOrderNumber(text) !== undefined, issueKey('issue_email_or_number')),
)

/** The orders that a buyer looks for: all of an email address, or the one with a number. */
export const OrderLookup = z
  .object({ email: z.optional(Email), number: z.optional(TypedOrderNumber) })
  .check(
    z.refine(({ email, number }) => (email === undefined) !== (number === undefined), {
      error: issueKey('issue_email_or_number'),
      path: ['email'],
    }),
  )

export type OrderLookup = z.infer<typeof OrderLookup>

/** The form in which a buyer types an email address or an order number into one field. */
export const OrderLookupForm = z.object({
  emailOrNumber: z.string({ error: issueKey('issue_email_or_number') }).check(
    z.overwrite(cleanContact),
    z.refine(
      text => parseOrderNumber(text) !== undefined || z.safeParse(Email, text).success,
      issueKey('issue_email_or_number'),
    ),
  ),
})
