import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { countUnreadNotifications } from '#contract/notifications.ts'
import * as m from '#messages'
import { useRead, readAgain } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Bell as BellIcon } from '#web/ui/icons/bell.tsx'

/** The interval in milliseconds at which a page in the foreground fetches the number of unread notifications. */
const POLL_MS = 60_000
const MAX_SHOWN = 99

/**
 * Polls the number of unread notifications. When the number grows, the page's sales and notifications are fetched
 * again.
 */
export function useUnreadCount(): number {
  const { data } = useRead(
    countUnreadNotifications,
    {},
    { pollingInterval: POLL_MS, skipPollingIfUnfocused: true },
  )
  const unread = data?.unread
  const previousUnread = useRef<number>(undefined)
  useEffect(() => {
    if (unread === undefined) return
    const hasGrown = previousUnread.current !== undefined && unread > previousUnread.current
    previousUnread.current = unread
    if (hasGrown) readAgain(['Sales', 'Notifications'])
  }, [unread])
  return unread ?? 0
}

/** A link to the list of notifications, with the number of unread ones. */
export function NotificationBell({ unread, className }: { unread: number; className?: string }) {
  return (
    <Link
      to={paths.notifications()}
      aria-label={unread > 0 ? m.notifications_bell({ count: unread }) : m.notifications_title()}
      className={cx(
        'relative inline-grid size-touch shrink-0 place-items-center rounded-full text-soft transition hover:bg-tint hover:text-ink',
        className,
      )}
    >
      <BellIcon aria-hidden size={20} />
      {unread > 0 && (
        <span
          aria-hidden
          className="figures absolute top-0.5 right-0 min-w-5 rounded-full bg-awning px-1 text-center text-[0.7rem] leading-5 font-bold text-awning-ink"
        >
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  )
}
