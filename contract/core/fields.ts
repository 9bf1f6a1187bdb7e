import * as z from 'zod/mini'
import { LIMITS } from './limits.ts'
import {
  cleanCode,
  cleanEmail,
  cleanLine,
  cleanText,
  EMAIL_PATTERN,
  hasLetterOrDigit,
} from './typed-text.ts'

/** The message for a text that is longer than a limit, which the message contains. */
export type TooLongIssue = `issue_too_long:${number}`

/**
 * The validation messages of fields, as keys of `messages/{es,en}/issues.json`. zod/mini has no built-in texts, so
 * the message of a check is its key.
 */
export type IssueKey =
  | 'issue_required'
  | 'issue_invalid'
  | 'issue_no_letters'
  | 'issue_too_short'
  | TooLongIssue
  | 'issue_email_required'
  | 'issue_email_invalid'
  | 'issue_email_long'
  | 'issue_email_or_number'
  | 'issue_password_required'
  | 'issue_password_length'
  | 'issue_password_rules'
  | 'issue_password_invalid'
  | 'issue_password_common'
  | 'issue_password_email'
  | 'issue_code'
  | 'issue_confirm_required'
  | 'issue_confirm_mismatch'
  | 'issue_terms'
  | 'issue_emails_differ'
  | 'issue_confirm_email'
  | 'issue_email_not_current'
  | 'issue_email_same'
  | 'issue_current_email_required'
  | 'issue_current_password_required'
  | 'issue_new_email_required'
  | 'issue_sure'
  | 'issue_name_required'
  | 'issue_name_short'
  | 'issue_name_long'
  | 'issue_description_required'
  | 'issue_update_note_short'
  | 'issue_update_note_long'
  | 'issue_description_short'
  | 'issue_description_long'
  | 'issue_about_long'
  | 'issue_video'
  | 'issue_points_many'
  | 'issue_point_long'
  | 'issue_price'
  | 'issue_pack_price'
  | 'issue_coupon_code'
  | 'issue_coupon_count'
  | 'issue_coupon_time'
  | 'issue_coupon_value'
  | 'issue_coupon_percent'
  | 'issue_bump_percent'
  | 'issue_coupon_end'
  | 'issue_cents'
  | 'issue_suggested_price'
  | 'issue_customer_price'
  | 'issue_category'
  | 'issue_subcategory'
  | 'issue_username'
  | 'issue_social'
  | 'issue_webpage'
  | 'issue_bio_required'
  | 'issue_display_name'
  | 'issue_whatsapp'
  | 'issue_reason_required'
  | 'issue_reason_long'
  | 'issue_message_short'
  | 'issue_message_long'
  | 'issue_testimonial_name'
  | 'issue_testimonial_trade'
  | 'issue_testimonial_quote'
  | 'issue_testimonial_quote_long'
  | 'issue_tax_name'
  | 'issue_tax_id'
  | 'issue_withdrawal_contact'
  | 'issue_guarantee'
  | 'issue_publish_at'
  | 'issue_price_rule'
  | 'issue_offer_price'
  | 'issue_offer_until'
  | 'issue_prices_none'
  | 'issue_stars'
  | 'issue_review_name'

/** Returns the key unchanged; its parameter type makes the compiler check the key that a schema uses as its message. */
export const issueKey = (key: IssueKey): IssueKey => key

/**
 * Refuses what PostgreSQL cannot store, so that the request does not fail with 500: the character U+0000, and half of a
 * surrogate pair, which it refuses in JSON.
 */
export const isStorable = z.refine<string>(
  text => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text),
  issueKey('issue_invalid'),
)

/** Returns the general message for a text of more than `max` characters. */
const buildTooLongIssue = (max: number): TooLongIssue => `issue_too_long:${max}`

/**
 * The schemas below check the maximum length first and stop there, so that no other check spends time on a text that
 * is far too long.
 */

/**
 * Returns the schema of a text of `min` to `max` characters, without invisible ones. `short`, `long` and `required` are
 * the messages for a text that is too short, too long or missing.
 */
export function requiredText(
  min: number,
  max: number,
  short: IssueKey,
  long: IssueKey = buildTooLongIssue(max),
  required = short,
) {
  return z
    .string({ error: required })
    .check(
      z.overwrite(cleanText),
      z.maxLength(max, { error: long, abort: true }),
      isStorable,
      z.minLength(1, { error: required, abort: true }),
      z.minLength(min, short),
    )
}

/**
 * Returns the schema of a text of at most `max` characters without invisible ones, which can be empty. `long` is the
 * message for a longer text.
 */
export function optionalText(max: number, long: IssueKey = buildTooLongIssue(max)) {
  return z
    .string()
    .check(z.overwrite(cleanText), z.maxLength(max, { error: long, abort: true }), isStorable)
}

/**
 * The check of a name that is shown as a title, as a link or in the subject of an email: it is on one line and has
 * something to read. An empty name passes.
 */
export const isName = z.refine<string>(
  name => name === '' || (hasLetterOrDigit(name) && !/\p{Cc}/u.test(name)),
  issueKey('issue_no_letters'),
)

/** Returns the schema of a name on one line; its parameters are those of `requiredText`. */
export const requiredName = (...parameters: Parameters<typeof requiredText>) =>
  requiredText(...parameters).check(z.overwrite(cleanLine), isName)

/** Returns the schema of a name on one line, which can be empty; its parameters are those of `optionalText`. */
export const optionalName = (...parameters: Parameters<typeof optionalText>) =>
  optionalText(...parameters).check(z.overwrite(cleanLine), isName)

/** Returns the schema of a trimmed password, in which every other character counts. */
export const passwordText = (max: number, long: IssueKey) =>
  z.string().check(z.trim(), z.maxLength(max, { error: long, abort: true }), isStorable)

/**
 * Returns the schema of a text that a person does not type, such as a token or a pagination cursor, of at most `max`
 * characters.
 */
export const machineText = (max: number) =>
  z.string().check(z.maxLength(max, { error: issueKey('issue_invalid'), abort: true }))

/** Returns the schema of a text of at most `max` characters that is kept exactly as it was typed. */
export const typedText = (max: number) =>
  z.string().check(z.maxLength(max, { error: issueKey('issue_invalid'), abort: true }), isStorable)

/**
 * Returns the schema of a cleaned and lowercased email address. `required`, `long` and `invalid` are the messages for
 * an address that is missing, too long or malformed. Source: specification, validation of email.
 */
export const emailText = <Message extends string>(
  required: Message,
  long: Message,
  invalid: Message,
) =>
  z
    .string({ error: required })
    .check(
      z.overwrite(cleanEmail),
      z.toLowerCase(),
      z.maxLength(LIMITS.email.max, { error: long, abort: true }),
      isStorable,
      z.minLength(1, { error: required, abort: true }),
      z.email({ error: invalid, pattern: EMAIL_PATTERN }),
    )

/** A cleaned and lowercased email address. */
export const Email = emailText<IssueKey>(
  'issue_email_required',
  'issue_email_long',
  'issue_email_invalid',
)

const MAX_INTEGER = 2_147_483_647

/** The id of a database row in JSON: a positive PostgreSQL integer. */
export const Id = z
  .int(issueKey('issue_invalid'))
  .check(z.positive(issueKey('issue_invalid')), z.maximum(MAX_INTEGER, issueKey('issue_invalid')))

/**
 * Returns the schema of a whole number from `min` to `max` that arrives as text in a URL or a form. Only digits are
 * accepted: `1e3` and `0x10` are not.
 */
export const integerText = (key: IssueKey, min: number, max: number) =>
  z.pipe(
    z.union(
      [
        z.number(),
        z
          .string()
          .check(
            z.overwrite(cleanCode),
            z.maxLength(10, { error: key, abort: true }),
            z.regex(/^\d{1,10}$/, key),
          ),
      ],
      {
        error: key,
      },
    ),
    z.pipe(z.transform(Number), z.int(key).check(z.minimum(min, key), z.maximum(max, key))),
  )

/** The id of a database row in a URL or a form. */
export const IdText = integerText('issue_invalid', 1, MAX_INTEGER)

/** The cursor of a page of a list: the id of the last row on the page before. */
export const PageCursor = z.optional(IdText)

/** The UUID of an order, which MercadoPago stores as the external reference of its payments. */
export const OrderId = machineText(36).check(
  z.toLowerCase(),
  z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, issueKey('issue_invalid')),
)

/** An ISO 4217 currency code. */
export const Currency = z.enum(['ARS', 'BRL', 'MXN', 'CLP', 'COP', 'PEN', 'UYU'])
export type Currency = z.infer<typeof Currency>

/** An amount in minor units. Its currency is a field of the same object. */
export const MinorAmount = z.int()

/** A checkbox: a boolean, or its name in a multipart form. */
export const Flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform(value => value === true || value === 'true'),
)

/** An ISO 8601 timestamp in UTC. */
export const IsoDateTime = z.iso.datetime()
