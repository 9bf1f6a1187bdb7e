/**
 * What of a hostile text has come to life in a document: elements, handlers and addresses that the house itself
 * never writes. Stands by itself: it is sent to the browser.
 */
export function aliveIn(root: Document): string[] {
  const found: string[] = []
  const FOREIGN =
    'iframe, frame, object, embed, base, math, marquee, xmp, plaintext, applet, [srcdoc], [http-equiv], [formaction]'
  for (const element of root.querySelectorAll('*')) {
    const report = (what: string) => found.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
    if (element.matches(FOREIGN)) report('element')
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) report('handler')
      if (/^(?:href|src|action|data|poster|xlink:href)$/.test(name)) {
        // As browsers read it: without control characters and spaces.
        // oxlint-disable-next-line no-control-regex -- they are what is looked for
        const address = value.replaceAll(/[\u0000-\u0020]/g, '').toLowerCase()
        if (/^(?:javascript|vbscript|data:text)/.test(address)) report('address')
        if (/^(?:https?:)?\/\/hit\.test/.test(address) && !element.matches('a')) report('loads')
      }
      if (name === 'style' && value.includes('hit.test')) report('style')
    }
    const text = element.textContent
    if (element.localName === 'style' && text.includes('hit.test')) report('style')
    // The page's own data holds every text, as data.
    const isData =
      element.getAttribute('type') === 'application/ld+json' ||
      text.startsWith('window.__reactRouterContext')
    if (element.localName === 'script' && !isData && text.includes('__hit')) report('script')
  }
  return found
}

/** How many elements there are of those that a text could add to, whatever is written around them. */
export function countsIn(root: Document): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of [
    'script',
    'style',
    'link',
    'meta',
    'form',
    'input',
    'svg',
    'title',
    'template',
  ])
    counts[name] = root.querySelectorAll(name).length
  return counts
}
