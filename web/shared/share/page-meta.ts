import type { Locale } from '#web/i18n/locale.ts'

/** The parts of the page context that are needed to build metadata. */
export interface MetaContext {
  brand: string
  locale: Locale
  /** The site's origin, for example `https://kiosko.test`, without a trailing slash. */
  origin: string
}

/** The content of the metadata of a page that has a link preview. */
interface PageMetaContent {
  title: string
  /** The title without the brand, for link previews. */
  previewTitle: string
  description: string
  /** The Open Graph type of the page. */
  type: string
  /** The URL of the page in each language. */
  urls: Record<Locale, string>
  /** The URL of the preview image of 1200 by 630 pixels. */
  image: string
}

/** Returns the metadata of a page for search engines and link previews: its languages, Open Graph and Twitter tags. */
export function buildPageMeta(
  { title, previewTitle, description, type, urls, image }: PageMetaContent,
  { brand, locale }: MetaContext,
) {
  const property = (name: string, content: string) => ({ property: name, content })
  const alternate = (hrefLang: string, href: string) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href,
  })
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link' as const, rel: 'canonical', href: urls[locale] },
    alternate('es', urls.es),
    alternate('en', urls.en),
    alternate('x-default', urls.es),
    property('og:type', type),
    property('og:site_name', brand),
    property('og:locale', locale === 'en' ? 'en_US' : 'es_AR'),
    property('og:title', previewTitle),
    property('og:description', description),
    property('og:url', urls[locale]),
    property('og:image', image),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: previewTitle },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
  ]
}
