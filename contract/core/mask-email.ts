/**
 * Masks a buyer's email for a seller: `a•••@correo.com`. The seller can recognize a known buyer, but learns neither the
 * length nor the rest of the address, and therefore cannot write to it.
 */
export function maskBuyerEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}•••${email.slice(at)}`
}

/**
 * Masks an email for its owner: `ana@correo.com` becomes `a••@correo.com`, with one bullet for each hidden character,
 * but at most eight. Source: specification, buy form.
 */
export function maskOwnEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = '', ...rest] = email.slice(0, at)
  return first + '•'.repeat(Math.min(rest.length || 1, 8)) + email.slice(at)
}
