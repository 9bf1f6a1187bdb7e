import { GUARANTEE_DAYS } from '#contract/products/guarantee.ts'
import type { IssueKey, TooLongIssue } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Options = { locale: Locale }
type Text = (options: Options) => string

/** Both languages separate thousands with a dot. */
const formatPrice = (amount: number) => amount.toLocaleString('de-DE')

/** An issue key without a text does not compile. The numbers in the texts come from the limits. */
const TEXTS: Record<Exclude<IssueKey, TooLongIssue>, Text> = {
  issue_required: o => m.issue_required({}, o),
  issue_invalid: o => m.issue_invalid({}, o),
  issue_no_letters: o => m.issue_no_letters({}, o),
  issue_too_short: o => m.issue_too_short({ min: 1 }, o),
  issue_email_required: o => m.issue_email_required({}, o),
  issue_email_or_number: o => m.issue_email_or_number({}, o),
  issue_email_invalid: o => m.issue_email_invalid({}, o),
  issue_email_long: o => m.issue_email_long({ max: LIMITS.email.max }, o),
  issue_password_required: o => m.issue_password_required({}, o),
  issue_password_length: o => m.issue_password_length(LIMITS.password, o),
  issue_password_rules: o => m.issue_password_rules({}, o),
  issue_password_invalid: o => m.issue_password_invalid({}, o),
  issue_password_common: o => m.issue_password_common({}, o),
  issue_password_email: o => m.issue_password_email({}, o),
  issue_stars: o => m.issue_stars({}, o),
  issue_review_name: o => m.issue_review_name({}, o),
  issue_guarantee: o => m.issue_guarantee(GUARANTEE_DAYS, o),
  issue_publish_at: o => m.issue_publish_at({}, o),
  issue_offer_price: o => m.issue_offer_price({}, o),
  issue_offer_until: o => m.issue_offer_until({}, o),
  issue_price_rule: o => m.issue_price_rule({}, o),
  issue_prices_none: o => m.issue_prices_none({}, o),
  issue_withdrawal_contact: o => m.issue_withdrawal_contact({}, o),
  issue_code: o => m.issue_code({}, o),
  issue_confirm_required: o => m.issue_confirm_required({}, o),
  issue_confirm_mismatch: o => m.issue_confirm_mismatch({}, o),
  issue_terms: o => m.issue_terms({}, o),
  issue_emails_differ: o => m.issue_emails_differ({}, o),
  issue_confirm_email: o => m.issue_confirm_email({}, o),
  issue_email_not_current: o => m.issue_email_not_current({}, o),
  issue_email_same: o => m.issue_email_same({}, o),
  issue_current_password_required: o => m.issue_current_password_required({}, o),
  issue_current_email_required: o => m.issue_current_email_required({}, o),
  issue_new_email_required: o => m.issue_new_email_required({}, o),
  issue_sure: o => m.issue_sure({}, o),
  issue_name_required: o => m.issue_name_required({}, o),
  issue_name_short: o => m.issue_name_short(LIMITS.productName, o),
  issue_name_long: o => m.issue_name_long(LIMITS.productName, o),
  issue_description_required: o => m.issue_description_required({}, o),
  issue_update_note_short: o => m.issue_update_note_short(LIMITS.updateNote, o),
  issue_update_note_long: o => m.issue_update_note_long(LIMITS.updateNote, o),
  issue_description_short: o => m.issue_description_short(LIMITS.description, o),
  issue_description_long: o => m.issue_description_long(LIMITS.description, o),
  issue_about_long: o => m.issue_about_long(LIMITS.about, o),
  issue_points_many: o => m.issue_points_many(LIMITS.points, o),
  issue_point_long: o => m.issue_point_long(LIMITS.points, o),
  issue_video: o => m.issue_video({}, o),
  issue_pack_price: o => m.issue_pack_price({}, o),
  issue_coupon_code: o => m.issue_coupon_code({}, o),
  issue_coupon_count: o => m.issue_coupon_count({}, o),
  issue_coupon_time: o => m.issue_coupon_time({}, o),
  issue_coupon_value: o => m.issue_coupon_value({}, o),
  issue_coupon_percent: o => m.issue_coupon_percent({}, o),
  issue_bump_percent: o => m.issue_bump_percent({}, o),
  issue_coupon_end: o => m.issue_coupon_end({}, o),
  issue_price: o => m.issue_price({ min: LIMITS.price.min, max: formatPrice(LIMITS.price.max) }, o),
  issue_cents: o => m.issue_cents({}, o),
  issue_suggested_price: o => m.issue_suggested_price({}, o),
  issue_customer_price: o => m.issue_customer_price({}, o),
  issue_category: o => m.issue_category({}, o),
  issue_subcategory: o => m.issue_subcategory({}, o),
  issue_reason_required: o => m.issue_reason_required({}, o),
  issue_message_short: o => m.issue_message_short({}, o),
  issue_message_long: o => m.issue_message_long(LIMITS.message, o),
  issue_testimonial_name: o => m.issue_testimonial_name({}, o),
  issue_testimonial_trade: o => m.issue_testimonial_trade({}, o),
  issue_testimonial_quote: o => m.issue_testimonial_quote(LIMITS.testimonial.quote, o),
  issue_testimonial_quote_long: o => m.issue_testimonial_quote_long(LIMITS.testimonial.quote, o),
  issue_reason_long: o => m.issue_reason_long(LIMITS.reason, o),
  issue_username: o => m.issue_username(LIMITS.username, o),
  issue_social: o => m.issue_social({}, o),
  issue_webpage: o => m.issue_webpage({}, o),
  issue_tax_name: o => m.issue_tax_name({}, o),
  issue_tax_id: o => m.issue_tax_id({}, o),
  issue_display_name: o => m.issue_display_name(LIMITS.displayName, o),
  issue_whatsapp: o => m.issue_whatsapp({}, o),
  issue_bio_required: o => m.issue_bio_required({}, o),
}

/** The text of a validation issue. For a message that is not an issue key, it is the generic 'Invalid input'. */
export function issueText(key: string | undefined, locale: Locale): string {
  const max = /^issue_too_long:(\d+)$/.exec(key ?? '')?.[1]
  if (max !== undefined) return m.issue_too_long({ max: Number(max) }, { locale })
  const text = key && Object.hasOwn(TEXTS, key) ? TEXTS[key as keyof typeof TEXTS] : undefined
  return (text ?? TEXTS.issue_invalid)({ locale })
}
