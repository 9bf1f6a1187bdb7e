import { useState } from 'react'
import { Link } from 'react-router'
import {
  type Notification,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
} from '#contract/notifications.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { formatDateTime } from '#web/i18n/format.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { CheckCheck } from '#web/ui/icons/check-check.tsx'
import { getNotificationText } from './notification-text.ts'

/** Lists the seller's notifications, the newest first. */
export function NotificationList() {
  const query = useRead(listNotifications, { query: {} })
  return (
    <Loaded query={query} height="h-44">
      {({ notifications: [newest], unread }) =>
        newest ? (
          <Pages newest={newest} unread={unread} />
        ) : (
          <p className="rounded-card border border-line bg-card px-5 py-6 text-soft">
            <b className="block font-semibold text-ink">{m.notifications_empty()}</b>
            {m.notifications_empty_text()}
          </p>
        )
      }
    </Loaded>
  )
}

function Pages({ newest, unread }: { newest: Notification; unread: number }) {
  const [cursors, setCursors] = useState<(number | undefined)[]>([undefined])
  const [readAll, { isLoading }] = useWrite(markAllNotificationsRead)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {unread > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="figures text-small text-soft">
            {m.notifications_unread({ count: unread })}
          </p>
          <Button
            kind="quiet"
            size="small"
            pending={isLoading}
            icon={<CheckCheck aria-hidden size={17} />}
            onClick={() => void readAll({ body: { upTo: newest.id } })}
          >
            {m.notifications_read_all()}
          </Button>
        </div>
      )}
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {cursors.map((cursor, index) => (
          <Page
            key={cursor ?? 'newest'}
            cursor={cursor}
            onMore={
              index === cursors.length - 1
                ? next => setCursors(shown => [...shown, next])
                : undefined
            }
          />
        ))}
      </ul>
    </div>
  )
}

function Page({
  cursor,
  onMore,
}: {
  cursor: number | undefined
  onMore: ((next: number) => void) | undefined
}) {
  const query = useRead(listNotifications, {
    query: cursor === undefined ? {} : { cursor },
  })
  const { data } = query
  const next = data?.nextCursor ?? null
  return (
    <>
      {data?.notifications.map(notification => (
        <Entry key={notification.id} notification={notification} />
      ))}
      {!data && (
        <li className="p-4">
          <Loaded query={query} height="h-12">
            {() => null}
          </Loaded>
        </li>
      )}
      {onMore && next !== null && (
        <li className="p-3 text-center">
          <Button kind="quiet" size="small" onClick={() => onMore(next)}>
            {m.notifications_more()}
          </Button>
        </li>
      )}
    </>
  )
}

function Entry({ notification }: { notification: Notification }) {
  const [markRead] = useWrite(markNotificationRead)
  const { id, read, at } = notification
  const { title, detail, to } = getNotificationText(notification)
  const markAsRead = () => {
    if (!read) void markRead({ params: { id } })
  }
  return (
    // On phones the button is below the text, which would have too little room beside it.
    <li
      className={cx(
        'flex items-start gap-x-3 px-5 py-4 max-sm:flex-wrap',
        !read && 'bg-jade-tint/50',
      )}
    >
      <span
        aria-hidden
        className={cx('mt-2 size-2.5 shrink-0 rounded-full', read ? 'bg-line' : 'bg-awning')}
      />
      <span className="min-w-0 flex-1 max-sm:basis-4/5">
        <span className={cx('block break-words', read ? 'font-[550]' : 'font-[680]')}>
          {!read && <span className="sr-only">{m.notifications_new()} </span>}
          {to ? (
            <Link to={to} onClick={markAsRead} className="link">
              {title}
            </Link>
          ) : (
            <span>{title}</span>
          )}
        </span>
        {detail && <span className="block text-small break-words">{detail}</span>}
        <span className="figures block text-tiny text-soft">{formatDateTime(at)}</span>
      </span>
      {!read && (
        <Button
          kind="quiet"
          size="small"
          onClick={markAsRead}
          className="shrink-0 max-sm:ml-1.5 sm:-my-1"
        >
          {m.notifications_read()}
          <span className="sr-only">: {title}</span>
        </Button>
      )}
    </li>
  )
}
