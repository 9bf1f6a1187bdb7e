/** The topics of notification emails, which a seller can turn on or off one by one. */
export const MAIL_TOPICS = [
  'sales',
  'refunds',
  'chargebacks',
  'reviews',
  'product_reviews',
  'statements',
  'conversions',
  'planned',
  'storage',
  'account',
  'moderation',
] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]

/** The emails of these topics cannot be turned off: without them a seller would not learn that sales have stopped. */
export const MANDATORY_MAIL_TOPICS: readonly MailTopic[] = ['account', 'moderation']
