/**
 * Returns the URL of a WhatsApp chat with a number.
 * @param text a text that is already typed in the chat
 */
export function buildWhatsappUrl(number: string, text?: string): string {
  const url = `https://wa.me/${number.replace(/\D/g, '')}`
  return text === undefined ? url : `${url}?text=${encodeURIComponent(text)}`
}

/** Returns the URL of a new email to an address. */
export function buildMailUrl(address: string, subject?: string): string {
  const url = `mailto:${encodeURIComponent(address).replace('%40', '@')}`
  return subject === undefined ? url : `${url}?subject=${encodeURIComponent(subject)}`
}
