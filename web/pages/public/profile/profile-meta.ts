import type { MetaDescriptor } from 'react-router'
import type { PublicProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import type { Locale } from '#web/i18n/locale.ts'
import { paths } from '#web/paths.ts'

/** Returns the metadata of a seller's public profile, for search engines and for link previews. */
export function buildProfileMeta(
  { username, bio, productCount: count }: PublicProfile,
  { brand, locale, origin }: { brand: string; locale: Locale; origin: string },
): MetaDescriptor[] {
  const handle = `@${username}`
  const title = `${m.public_profile_title({ username: handle })} · ${brand}`
  const countText = m.public_profile_description({ count, username: handle })
  const description =
    bio || (count === 1 ? m.public_profile_description_one({ username: handle }) : countText)
  const spanish = origin + paths.profile(username)
  const english = origin + paths.profile(username, { lang: 'en' })
  const url = locale === 'en' ? english : spanish
  const picture = `${origin}/og/profile/${username}.jpg`
  const alternate = (hrefLang: string, href: string) => ({
    tagName: 'link' as const,
    rel: 'alternate',
    hrefLang,
    href,
  })
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    alternate('es', spanish),
    alternate('en', english),
    alternate('x-default', spanish),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: handle,
      href: `${spanish}/feed.xml`,
    },
    { property: 'og:type', content: 'profile' },
    { property: 'profile:username', content: username },
    { property: 'og:site_name', content: brand },
    { property: 'og:locale', content: locale === 'en' ? 'en_US' : 'es_AR' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: picture },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
  ]
}
