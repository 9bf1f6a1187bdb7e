/** Parses an id of the database from an address. Returns undefined if it is no positive 32-bit integer. */
export function parseId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
    ? Number(text)
    : undefined
}
