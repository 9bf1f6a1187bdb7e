/** Parses a database id in a URL. Returns undefined if the text is not a positive 32-bit integer. */
export function parseId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
    ? Number(text)
    : undefined
}
