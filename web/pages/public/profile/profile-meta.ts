import type { MetaDescriptor } from 'react-router'
import type { PublicProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { buildPageMeta, type MetaContext } from '#web/shared/share/page-meta.ts'

/** Returns the metadata of a seller's public profile, for search engines and for link previews. */
export function buildProfileMeta(
  { username, displayName, bio, productCount: count }: PublicProfile,
  context: MetaContext,
): MetaDescriptor[] {
  const { brand, origin } = context
  const handle = `@${username}`
  const title = `${m.public_profile_title({ username: displayName ?? handle })} · ${brand}`
  const description = bio || m.public_profile_description({ count, username: handle })
  const urls = {
    es: origin + paths.profile(username),
    en: origin + paths.profile(username, { lang: 'en' }),
  }
  return [
    ...buildPageMeta(
      {
        title,
        previewTitle: title,
        description,
        type: 'profile',
        urls,
        image: `${origin}/og/profile/${username}.jpg`,
      },
      context,
    ),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/rss+xml',
      title: handle,
      href: `${urls.es}/feed.xml`,
    },
    { property: 'profile:username', content: username },
  ]
}
