/** `ana@correo.com` as `a••@correo.com`: enough to recognise one's own. Source: specification, buy form. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = '', ...rest] = email.slice(0, at)
  return first + '•'.repeat(Math.min(rest.length || 1, 8)) + email.slice(at)
}
