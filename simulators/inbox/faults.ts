/** The faults that the simulated mail service can have. */
export const INBOX_FAULTS = ['none', 'down', 'reject'] as const
/**
 * A fault of the simulated mail service: `down` answers 421 to every connection, `reject` answers 550 to every
 * recipient.
 */
export type InboxFault = (typeof INBOX_FAULTS)[number]
