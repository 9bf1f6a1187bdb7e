import { createHash } from 'node:crypto'

export interface HashedPage {
  html: string
  /** The hashes of the page's inline scripts, as the content security policy lists them: `sha256-…`. */
  hashes: string[]
}

/** Matches scripts that contain data. Browsers do not run them, so the policy need not allow them. */
const DATA_SCRIPT = /\stype="application\/ld\+json"/

/**
 * Removes the nonce from a rendered page and returns the hashes of the inline scripts that had the nonce, so that the
 * page can be cached. A script in a user's text cannot know the nonce, so its hash is never returned.
 * @throws Error if the nonce occurs anywhere else in the page
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
