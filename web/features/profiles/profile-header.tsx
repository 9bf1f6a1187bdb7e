import type { ReactNode } from 'react'
import type { PublicProfile } from '#contract/profiles.ts'
import { SocialLinks } from '#web/shared/contact/social-links.tsx'
import { Avatar } from '#web/ui/brand/avatar.tsx'
import { Awning } from '#web/ui/brand/awning.tsx'
import { cx } from '#web/ui/cx.ts'

/** The header of a seller's profile, with the awning, the picture, the bio and the links. */
export function ProfileHeader({
  profile,
  controls,
  isCompact = false,
}: {
  profile: Omit<PublicProfile, 'products' | 'productCount' | 'memberSince' | 'salesCount'>
  /** What visitors can do with the profile, below its links. */
  controls?: ReactNode
  /** Adapts the header to a narrow column. The username is then not a heading of the page. */
  isCompact?: boolean
}) {
  const { username, displayName, bio, profilePictureUrl } = profile
  const handle = `@${username}`
  const name = displayName ?? handle
  return (
    <header className="overflow-hidden rounded-panel border border-line bg-card shadow-soft">
      <Awning />
      <div
        className={cx(
          'grid items-center gap-x-8 gap-y-5 px-5 pt-5 pb-8',
          !isCompact && 'sm:grid-cols-[auto_minmax(0,1fr)] sm:px-10 sm:pt-6 sm:pb-10',
        )}
      >
        <Avatar src={profilePictureUrl} className={isCompact ? 'size-20' : 'size-24 sm:size-32'} />
        <div className="grid min-w-0 grid-cols-1 gap-3">
          {isCompact ? (
            <p className="font-display text-[1.6rem] leading-tight font-bold tracking-[-0.02em] break-words">
              {name}
            </p>
          ) : (
            <h1 className="text-title break-words">{name}</h1>
          )}
          {displayName && <p className="-mt-2 break-words text-soft">{handle}</p>}
          {bio && (
            <p className={cx('max-w-[36em] break-words text-soft', !isCompact && 'text-lead')}>
              {bio}
            </p>
          )}
          <div className="mt-1.5 empty:hidden">
            <SocialLinks username={username} links={profile} withText />
          </div>
          {controls}
        </div>
      </div>
    </header>
  )
}
