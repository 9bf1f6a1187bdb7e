import { createHash } from 'node:crypto'

/** A page without its nonce, and the hashes of the scripts that bore it. */
export interface SealedPage {
  html: string
  hashes: string[]
}

/** Data in a script's clothes: browsers do not run it, so no policy has to let it. */
const NO_SCRIPT = /\stype="application\/ld\+json"/

/**
 * Takes the nonce out of a page that was rendered with one and keeps the hashes of exactly the scripts that bore
 * it. A script that came with somebody's text does not know the nonce, so its hash is never among them.
 * @throws Error when the nonce stands anywhere else
 */
export function sealPage(page: string, nonce: string): SealedPage {
  const hashes = new Set<string>()
  const bearer = new RegExp(`<(script|link|style)\\b([^>]*?) nonce="${escape(nonce)}"([^>]*)>`, 'g')
  const html = page.replace(
    bearer,
    (tag, name: string, before: string, after: string, at: number) => {
      const attributes = before + after
      if (name === 'script' && !/\ssrc="/.test(attributes) && !NO_SCRIPT.test(attributes)) {
        const start = at + tag.length
        hashes.add(`sha256-${digest(page.slice(start, page.indexOf('</script>', start)))}`)
      }
      return `<${name}${attributes}>`
    },
  )
  if (html.includes(nonce)) throw new Error('a nonce is left in a page that is to be kept')
  return { html, hashes: [...hashes] }
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
const digest = (text: string) => createHash('sha256').update(text).digest('base64')
