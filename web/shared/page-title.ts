/**
 * The used part of the arguments of a route's `meta` function. The first match is the root route, whose data contain
 * the brand.
 */
interface MetaArgs {
  matches: readonly ({ loaderData?: unknown } | undefined)[]
}

/** Returns the title of a page, followed by the brand. `hidden` excludes the page from search engines. */
export function buildPageTitle({ matches }: MetaArgs, title: string, { hidden = false } = {}) {
  const site = matches[0]?.loaderData as { brand: string } | undefined
  return [
    { title: site ? `${title} · ${site.brand}` : title },
    ...(hidden ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
