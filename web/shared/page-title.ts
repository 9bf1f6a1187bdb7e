/** What `meta` knows of the routes above: the root comes first and holds the brand. */
interface Above {
  matches: readonly ({ loaderData?: unknown } | undefined)[]
}

/** A page's title with the brand behind it, as meta; `hidden` keeps the page out of search engines. */
export function pageTitle({ matches }: Above, title: string, { hidden = false } = {}) {
  const site = matches[0]?.loaderData as { brand: string } | undefined
  return [
    { title: site ? `${title} · ${site.brand}` : title },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
