import { createHash } from 'node:crypto'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

const STYLE =
  'body{margin:0;min-height:100vh;display:grid;place-items:center;font:1.0625rem/1.6 system-ui,sans-serif;color:#1e1916;background:#fbf7ef}' +
  'main{max-width:32rem;padding:2rem}h1{font-size:1.75rem;line-height:1.2}a{color:#b02a17}' +
  '@media (prefers-color-scheme:dark){body{color:#f3ece1;background:#1b1613}a{color:#ff9d8a}}'

/** The content security policy of the page: it loads nothing and has only its own style. */
export const BUSY_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'`

/**
 * Builds the page that is sent instead of a page that may not be rendered now. It needs no asset and no script, so that
 * it costs nothing. Its link, whose address is empty, leads to the same page.
 * @param isVisitorsLimit whether the visitor has opened too many pages, rather than all visitors together
 */
export function buildBusyPage(locale: Locale, isVisitorsLimit: boolean): string {
  const o = { locale }
  const title = isVisitorsLimit ? m.busy_visitor_title({}, o) : m.busy_title({}, o)
  const text = isVisitorsLimit ? m.busy_visitor_text({}, o) : m.busy_text({}, o)
  return `<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="">${m.retry({}, o)}</a></p>
</main>
</html>
`
}
