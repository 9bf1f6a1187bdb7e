/**
 * Returns the elements, event handlers and URLs in a document that only an injected text can have created, since the
 * site never renders them. The function is serialized and runs in the browser, so it must not use code outside of it.
 */
export function findInjectedContent(root: Document): string[] {
  const findings: string[] = []
  const FORBIDDEN_ELEMENTS =
    'iframe, frame, object, embed, base, math, marquee, xmp, plaintext, applet, [srcdoc], [http-equiv], [formaction]'
  for (const element of root.querySelectorAll('*')) {
    const report = (what: string) => findings.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
    if (element.matches(FORBIDDEN_ELEMENTS)) report('element')
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) report('handler')
      if (/^(?:href|src|action|data|poster|xlink:href)$/.test(name)) {
        // Browsers ignore control characters and spaces in the scheme of a URL.
        // oxlint-disable-next-line no-control-regex -- the expression removes control characters
        const address = value.replaceAll(/[\u0000-\u0020]/g, '').toLowerCase()
        if (/^(?:javascript|vbscript|data:text)/.test(address)) report('address')
        if (/^(?:https?:)?\/\/hit\.test/.test(address) && !element.matches('a')) report('loads')
      }
      if (name === 'style' && value.includes('hit.test')) report('style')
    }
    const text = element.textContent
    if (element.localName === 'style' && text.includes('hit.test')) report('style')
    // Scripts that contain data of the page may include hostile texts as escaped JSON, so they are not reported.
    const isData =
      element.getAttribute('type') === 'application/ld+json' ||
      text.startsWith('window.__reactRouterContext')
    if (element.localName === 'script' && !isData && text.includes('__hit')) report('script')
  }
  return findings
}

/**
 * Counts the elements of a document that an injected text could add. A page with a hostile text must have the same
 * counts as a page with a harmless one.
 */
export function countInjectableElements(root: Document): Record<string, number> {
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
