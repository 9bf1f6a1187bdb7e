/** A message as it stands in a file of `messages/`: a text, or one text for each plural form. */
export type MessageSource = string | [{ match: Record<string, string> }]

/** Returns the texts that a message can have: one, or one for each plural form. */
export function listVariants(message: MessageSource): string[] {
  return typeof message === 'string' ? [message] : Object.values(message[0].match)
}
