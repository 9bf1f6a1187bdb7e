import { Link } from 'react-router'
import type { PublicProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/brand/avatar.tsx'

export type Seller = Pick<
  PublicProfile,
  'username' | 'displayName' | 'bio' | 'profilePictureUrl' | 'memberSince' | 'salesCount'
>

/** Introduces the seller of a product: picture, name, since when they sell here, and how much they have sold. */
export function SellerCard({
  seller: { username, displayName, bio, profilePictureUrl, memberSince, salesCount },
}: {
  seller: Seller
}) {
  const facts = [
    m.seller_since({ year: memberSince.slice(0, 4) }),
    salesCount !== null && m.seller_sales({ count: salesCount }),
  ].filter(Boolean)
  return (
    <Link
      to={paths.profile(username)}
      className="flex items-center gap-4 rounded-panel border border-line bg-card px-5 py-4 transition hover:border-edge hover:shadow-soft"
    >
      <Avatar src={profilePictureUrl} className="size-13" />
      <span className="min-w-0">
        <span className="block font-[680] break-words">
          <span>{displayName ?? `@${username}`}</span>
          {displayName && <span className="font-normal text-soft"> @{username}</span>}
        </span>
        <span className="block text-small text-soft">{facts.join(' · ')}</span>
        {bio && <span className="mt-1 line-clamp-2 block text-small break-words">{bio}</span>}
      </span>
    </Link>
  )
}
