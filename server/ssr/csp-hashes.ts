import { createHash } from 'node:crypto'

export interface HashedPage {
  html: string
  /** The script sources for the content security policy, e.g. `sha256-…`. */
  hashes: string[]
}

/** Browsers do not execute scripts of this type, so the policy need not allow them. */
const DATA_SCRIPT = /\stype="application\/ld\+json"/

/**
 * Removes the nonce from a rendered page and returns the hashes of the inline scripts that had it, so that the page
 * can be cached. A script inside a user's text does not know the nonce, so its hash is never returned.
 * @throws Error if the nonce is anywhere else in the page
 */
export function replaceNonceWithHashes(page: string, nonce: string): HashedPage {
  const hashes = new Set<string>()
  const tagWithNonce = new RegExp(
    `<(script|link|style)\\b([^>]*?) nonce="${escape(nonce)}"([^>]*)>`,
    'g',
  )
  const html = page.replace(
    tagWithNonce,
    (tag, name: string, before: string, after: string, at: number) => {
      const attributes = before + after
      if (name === 'script' && !/\ssrc="/.test(attributes) && !DATA_SCRIPT.test(attributes)) {
        const start = at + tag.length
        hashes.add(`sha256-${digest(page.slice(start, page.indexOf('</script>', start)))}`)
      }
      return `<${name}${attributes}>`
    },
  )
  if (html.includes(nonce))
    throw new Error('the page has its nonce outside of a script, link or style tag')
  return { html, hashes: [...hashes] }
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const digest = (text: string) => createHash('sha256').update(text).digest('base64')
