import { Link } from 'react-router'
import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/brand/avatar.tsx'
import { Awning } from '#web/ui/brand/awning.tsx'
import { ArrowRight } from '#web/ui/icons/arrow-right.tsx'

/** A link to the seller's public profile, the kiosk, with the picture that buyers see there. */
export function KioskLink({ username }: { username: string }) {
  const { data } = useRead(getProfile, {})
  return (
    <Link
      to={paths.profile(username)}
      className="group flex flex-col overflow-hidden rounded-card border border-line bg-card transition hover:border-edge hover:shadow-soft"
    >
      <Awning slim />
      <span className="flex flex-1 flex-col gap-4 p-5">
        <span className="flex items-center gap-3">
          <Avatar src={data?.profilePictureUrl ?? null} className="size-11" />
          <span className="min-w-0 truncate font-[650]">@{username}</span>
        </span>
        <span className="mt-auto text-small text-soft">{m.dash_view_text()}</span>
        <span className="inline-flex items-center gap-2 font-[650] text-awning-deep">
          {m.dash_view()}
          <ArrowRight
            aria-hidden
            size={18}
            className="transition group-hover:translate-x-1 motion-reduce:transform-none"
          />
        </span>
      </span>
    </Link>
  )
}
