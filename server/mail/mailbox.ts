/**
 * The domain of a provider that ignores dots before the @, and its other name. Source: Gmail Help, "Dots don't matter".
 */
const GMAIL = 'gmail.com'
const GMAIL_DOMAINS: ReadonlySet<string> = new Set([GMAIL, 'googlemail.com'])

/**
 * Returns the address of the mailbox in which the emails to `address` arrive: in lower case and without a tag after a
 * plus sign, at Gmail also without dots. Limits count by it, since one mailbox has addresses without end.
 */
export function toMailbox(address: string): string {
  const lowered = address.trim().toLowerCase()
  const at = lowered.lastIndexOf('@')
  const local = lowered.slice(0, at)
  const domain = lowered.slice(at + 1)
  const untagged = local.replace(/(?<=.)\+.*$/, '')
  return GMAIL_DOMAINS.has(domain)
    ? `${untagged.replaceAll('.', '')}@${GMAIL}`
    : `${untagged}@${domain}`
}

/** Sorts what is sent `to` several mailboxes, since a transaction that counts emails locks the mailboxes one by one. */
export const byMailbox = (a: { to: string }, b: { to: string }): number =>
  toMailbox(a.to) < toMailbox(b.to) ? -1 : 1
