/** The fault modes of the simulated mail service. */
export const INBOX_FAULTS = ['none', 'down', 'reject'] as const
/** A fault mode: `down` answers 421 to every connection, `reject` answers 550 to every recipient. */
export type InboxFault = (typeof INBOX_FAULTS)[number]
