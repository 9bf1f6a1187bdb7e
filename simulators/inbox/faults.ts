/** The faults that the simulated mail service can have. */
export const INBOX_FAULTS = ['none', 'down', 'reject', 'unknown', 'greylist', 'bad_sender'] as const
/**
 * A fault of the simulated mail service: `down` answers 421 to every connection, `reject` answers 550 to every
 * recipient, `unknown` answers 550 5.1.1, the code for an address that does not exist, `greylist` refuses every
 * recipient for now and repeats the address, and `bad_sender` answers 550 5.1.8 to every sender.
 */
export type InboxFault = (typeof INBOX_FAULTS)[number]
