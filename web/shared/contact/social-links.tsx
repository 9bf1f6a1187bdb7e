import type { ReactElement } from 'react'
import * as m from '#messages'
import { buildMailUrl, buildWhatsappUrl } from './contact-links.ts'
import { cx } from '#web/ui/cx.ts'

/** The links of a seller. An empty string or null means that the seller has no such link. */
export interface SellerLinks {
  webpage: string | null
  contactEmail: string | null
  whatsapp: string | null
  instagram: string | null
  tiktok: string | null
  youtube: string | null
  twitter: string | null
  facebook: string | null
  linkedIn: string | null
}

interface SocialLink {
  key: keyof SellerLinks
  href: string
  /** The text that screen readers read. */
  label: string
  /** The text that is shown beside the icon. */
  text: string
  icon: ReactElement
}

const ICONS: Record<keyof SellerLinks, ReactElement> = {
  contactEmail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="M4 7l8 6 8-6" />
    </>
  ),
  whatsapp: (
    <>
      <path d="M4 20l1.2-4.2A8.3 8.3 0 1 1 8.3 19z" />
      <path d="M9 8.6c0 3.4 3 6.4 6.4 6.4l.8-1.8-2.2-1.2-1 .9c-.9-.4-1.6-1.1-2-2l.9-1-1.1-2.2z" />
    </>
  ),
  instagram: (
    <>
      <rect x="4" y="4" width="16" height="16" rx="4.5" />
      <circle cx="12" cy="12" r="3.6" />
      <path d="M16.7 7.2v.1" />
    </>
  ),
  tiktok: <path d="M13.5 4v10.7a3.8 3.8 0 1 1-3.8-3.8M13.5 4c.4 2.6 2.2 4.4 5 4.6" />,
  youtube: (
    <>
      <rect x="3" y="6" width="18" height="12.5" rx="3.5" />
      <path d="M10.5 9.6v5.3l4.4-2.6z" />
    </>
  ),
  twitter: <path d="M4.5 4.5l15 15M19.5 4.5l-15 15" />,
  facebook: <path d="M16.5 4.5H15a3.5 3.5 0 0 0-3.5 3.5v12M8 12h7.5" />,
  linkedIn: <path d="M5.5 10v9.5M5.5 5v.2M11 19.5V10M11 14.5c0-6 8-6 8 0v5" />,
  webpage: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M3.5 12h17M12 3.5c-5.5 5.5-5.5 11.5 0 17 5.5-5.5 5.5-11.5 0-17" />
    </>
  ),
}

/**
 * Returns the links that the seller has filled in, with their URLs. A website is used as typed if it is an HTTP URL.
 */
function toSocialLinks(username: string, links: SellerLinks): SocialLink[] {
  const handle = `@${username}`
  const on = (key: keyof SellerLinks, network: string, base: string): SocialLink[] => {
    const handle = links[key]?.trim().replace(/^@/, '')
    if (!handle) return []
    const label = m.public_profile_on({ username: handle, network })
    return [
      { key, href: base + encodeURIComponent(handle), label, text: network, icon: ICONS[key] },
    ]
  }
  const page = links.webpage?.trim()
  const { contactEmail, whatsapp } = links
  return [
    ...(contactEmail
      ? [
          {
            key: 'contactEmail' as const,
            href: buildMailUrl(contactEmail),
            label: m.public_profile_email({ username: handle }),
            text: contactEmail,
            icon: ICONS.contactEmail,
          },
        ]
      : []),
    ...(whatsapp
      ? [
          {
            key: 'whatsapp' as const,
            href: buildWhatsappUrl(whatsapp),
            label: m.public_profile_on({ username: handle, network: 'WhatsApp' }),
            text: 'WhatsApp',
            icon: ICONS.whatsapp,
          },
        ]
      : []),
    ...on('instagram', 'Instagram', 'https://www.instagram.com/'),
    ...on('tiktok', 'TikTok', 'https://www.tiktok.com/@'),
    ...on('youtube', 'YouTube', 'https://www.youtube.com/@'),
    ...on('twitter', 'X', 'https://x.com/'),
    ...on('facebook', 'Facebook', 'https://facebook.com/'),
    ...on('linkedIn', 'LinkedIn', 'https://linkedin.com/in/'),
    ...(page && /^https?:\/\//i.test(page)
      ? [
          {
            key: 'webpage' as const,
            href: page,
            label: m.public_profile_web({ username: handle }),
            text: page.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, ''),
            icon: ICONS.webpage,
          },
        ]
      : []),
  ]
}

/** Shows the links to a seller's social profiles, as icons or with text. */
export function SocialLinks({
  username,
  links,
  withText = false,
}: {
  username: string
  links: SellerLinks
  withText?: boolean
}) {
  const shown = toSocialLinks(username, links)
  if (shown.length === 0) return null
  return (
    <ul
      aria-label={m.public_profile_links({ username: `@${username}` })}
      className={cx('flex min-w-0 flex-wrap', withText && 'gap-2')}
    >
      {shown.map(({ key, href, label, text, icon }) => (
        <li key={key} className="min-w-0">
          <a
            href={href}
            {...(key !== 'contactEmail' && { target: '_blank' })}
            rel="nofollow noopener"
            // If the text is shown, the link needs no other label.
            {...(!withText && { 'aria-label': label, title: label })}
            className={cx(
              'inline-flex max-w-full items-center gap-2 rounded-full text-soft transition hover:text-ink',
              withText
                ? 'min-h-touch border border-line bg-card px-4 text-small font-[550] hover:border-edge'
                : 'size-11 justify-center hover:bg-tint',
            )}
          >
            <svg
              aria-hidden
              viewBox="0 0 24 24"
              className="size-[19px] shrink-0 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
            >
              {icon}
            </svg>
            {withText && <span className="truncate">{text}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}
