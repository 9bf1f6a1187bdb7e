/** The number of bytes at the start and at the end of a file by which it is recognized. */
const SAMPLE_BYTES = 64 * 1024

/**
 * Returns the text by which the same file is recognized when it is chosen again, also on another device: its name, its
 * size, and a digest of its start and its end. Phones give a file another date each time it is chosen, so the date only
 * stands in for the digest where the browser computes none, on addresses without TLS.
 */
export async function computeFingerprint(file: File): Promise<string> {
  return `${await sign(file)} ${file.size} ${file.name}`
}

async function sign(file: File): Promise<string> {
  if (typeof crypto.subtle === 'undefined') return String(file.lastModified)
  const sample = new Blob([file.slice(0, SAMPLE_BYTES), file.slice(-SAMPLE_BYTES)])
  const digest = await crypto.subtle.digest('SHA-256', await sample.arrayBuffer())
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
