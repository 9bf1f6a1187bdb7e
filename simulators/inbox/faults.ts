/** How the mail service can misbehave. */
export const INBOX_FAULTS = ['none', 'down', 'reject'] as const
/** `down`: the mail service answers that it is not available. `reject`: it refuses every recipient for good. */
export type InboxFault = (typeof INBOX_FAULTS)[number]
