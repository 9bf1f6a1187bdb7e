import type { EmailTopic } from '#contract/order-emails.ts'
import type { AddressTokens } from './address-tokens.ts'
import { toMailbox } from './mailbox.ts'

/** Where a receiver stops the emails on a topic: on a page, and by one click in a mail program. */
export interface MuteLinks {
  pageUrl: string
  oneClickUrl: string
}

/** Returns the URLs at which the buyer of an order stops the emails on a topic. */
export const buildMuteLinks = (
  { config, addressTokens }: { config: { publicOrigin: string }; addressTokens: AddressTokens },
  { id, payerEmail }: { id: string; payerEmail: string },
  topic: EmailTopic,
): MuteLinks =>
  describeLinks(config, addressTokens.createEmailsToken(toMailbox(payerEmail), id), topic)

/** Returns the URLs at which the owner of a mailbox stops the emails to it that anybody can cause. */
export const buildMailboxMuteLinks = (
  branding: { publicOrigin: string },
  addressTokens: AddressTokens,
  address: string,
): MuteLinks =>
  describeLinks(branding, addressTokens.createEmailsToken(toMailbox(address)), 'unasked')

const describeLinks = (
  { publicOrigin }: { publicOrigin: string },
  token: string,
  topic: EmailTopic,
): MuteLinks => ({
  pageUrl: `${publicOrigin}/emails/${token}?topic=${topic}`,
  oneClickUrl: `${publicOrigin}/api/public/emails/${token}/${topic}`,
})
