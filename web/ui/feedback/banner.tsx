import type { ReactNode } from 'react'
import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { Info } from '#web/ui/icons/info.tsx'
import { TriangleAlert } from '#web/ui/icons/triangle-alert.tsx'
import { cx } from '../cx.ts'

export type BannerTone = 'warn' | 'bad' | 'ok' | 'info'

const TONE_STYLES = {
  warn: { box: 'border-warn/35 bg-warn-tint', ink: 'text-warn', Icon: TriangleAlert },
  bad: { box: 'border-bad/35 bg-bad-tint', ink: 'text-bad', Icon: CircleAlert },
  ok: { box: 'border-jade/35 bg-jade-tint', ink: 'text-jade', Icon: CircleCheck },
  info: { box: 'border-line bg-tint', ink: 'text-soft', Icon: Info },
}

/**
 * A box with a message. The tone `warn` is yellow. With `live`, screen readers announce the message when it appears.
 */
export function Banner({
  tone,
  title,
  action,
  live = false,
  className,
  children,
}: {
  tone: BannerTone
  title?: ReactNode
  action?: ReactNode
  live?: boolean
  className?: string
  children?: ReactNode
}) {
  const { box, ink, Icon } = TONE_STYLES[tone]
  return (
    <div
      role={live ? (tone === 'bad' ? 'alert' : 'status') : undefined}
      className={cx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border px-[18px] py-4',
        box,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3">
        <Icon aria-hidden size={20} className={cx('mt-0.5 shrink-0', ink)} />
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className={cx(title && 'mt-0.5 text-small')}>{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}
