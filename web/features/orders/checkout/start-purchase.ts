import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { IssueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { BuyForm, createPreference } from '#contract/orders.ts'
import * as m from '#messages'
import { call } from '#web/api/client.ts'
import { randomId } from '#web/api/random-id.ts'

/** What is bought, for whom, and at what price where the buyer chooses it. */
export interface Order {
  products: { id: number; dynamicPrice?: number | undefined }[]
  payerEmail: string
}

export interface Emails {
  email: string
  confirm_email: string
}

/** The sentences this form's checks can answer with. */
const ISSUES: Partial<Record<IssueKey, () => string>> = {
  issue_email_required: m.issue_email_required,
  issue_email_invalid: m.issue_email_invalid,
  issue_email_long: () => m.issue_email_long({ max: LIMITS.email.max }),
  issue_confirm_email: m.issue_confirm_email,
  issue_emails_differ: m.issue_emails_differ,
}

/** Judges the two emails by the contract: the address, or a sentence for each field at fault. */
export function readEmails(
  emails: Emails,
): { payerEmail: string } | { errors: Partial<Record<keyof Emails, string>> } {
  const read = z.safeParse(BuyForm, emails)
  if (read.success) return { payerEmail: read.data.email }
  const errors: Partial<Record<keyof Emails, string>> = {}
  for (const { path, message } of read.error.issues) {
    const field = path[0] === 'confirm_email' ? 'confirm_email' : 'email'
    errors[field] ??= (ISSUES[message as IssueKey] ?? m.issue_invalid)()
  }
  return { errors }
}

/** What the call's own codes mean to a buyer; every other code is the general sentence. */
const PROBLEMS: Partial<Record<ErrorCode, () => string>> = {
  DIFFERENT_SELLERS_PRODUCT: m.DIFFERENT_SELLERS_PRODUCT,
  INVALID_REFRESH_TOKEN: m.INVALID_REFRESH_TOKEN,
  ERROR_PRODUCT_NOT_FOUND: m.ERROR_PRODUCT_NOT_FOUND,
  ERROR_INVALID_EMAIL: m.ERROR_INVALID_EMAIL,
  NO_PAYER_EMAIL_PROVIDED: m.NO_PAYER_EMAIL_PROVIDED,
  NO_PRODUCTS_PROVIDED: m.NO_PRODUCTS_PROVIDED,
  ERROR_TOO_MANY_REQUESTS: m.ERROR_TOO_MANY_REQUESTS,
  ERROR_SERVICE_UNAVAILABLE: m.ERROR_SERVICE_UNAVAILABLE,
  // The form holds what it sends, so it was the product that changed.
  INVALID_DATA: m.buy_changed,
}

/** Orders and opens a payment page: its address, or why there is none. */
export async function openPayment(
  order: Order,
  signal: AbortSignal,
): Promise<{ link: string } | { problem: string }> {
  const answer = await call(createPreference, {
    body: order,
    idempotencyKey: orderKey(JSON.stringify(order)),
    signal,
  })
  if (answer.ok) return { link: answer.body.init_point }
  return { problem: (PROBLEMS[answer.code] ?? m.buy_problem)() }
}

const keys = new Map<string, string>()

/**
 * The Idempotency-Key of an order, one for as long as the page is open: the same items, price and email
 * always lead to the same payment page.
 */
function orderKey(order: string): string {
  const known = keys.get(order)
  if (known) return known
  const key = randomId()
  keys.set(order, key)
  return key
}
