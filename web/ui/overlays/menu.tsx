import {
  useCallback,
  useId,
  useRef,
  useState,
  type ComponentPropsWithRef,
  type ReactNode,
} from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '../cx.ts'
import { useDismiss } from '../use-dismiss.ts'

/**
 * A button that opens a panel below it. The panel closes on a press outside, on Escape, when the focus leaves it, and
 * when an item is chosen. It contains links and buttons, so it is a disclosure, not an ARIA menu.
 */
export function Menu({
  label,
  button,
  buttonClassName,
  className,
  align = 'end',
  children,
}: {
  /** The accessible name of the button, if `button` has no text. */
  label?: string
  button: ReactNode
  buttonClassName?: string
  className?: string
  align?: 'start' | 'end'
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const close = useCallback(() => setIsOpen(false), [])
  useDismiss(isOpen, area, trigger, close)

  return (
    <div ref={area} className={cx('relative', className)}>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className={cx(
          'inline-flex min-h-touch min-w-touch items-center justify-center gap-2 rounded-full transition hover:bg-tint',
          buttonClassName,
        )}
      >
        {button}
      </button>
      <div
        id={panelId}
        hidden={!isOpen}
        onClickCapture={({ target, currentTarget }) => {
          // A click in a dialog that the panel has opened also arrives here, although the dialog is elsewhere in the
          // page.
          if (!(target instanceof Element) || !currentTarget.contains(target)) return
          if (!target.closest('a, button')) return
          // A dialog that the item opens returns the focus to where it was, which must not be a hidden item.
          trigger.current?.focus()
          // The panel closes one frame later, because closing it at once would remove the clicked link before the click
          // is handled.
          requestAnimationFrame(close)
        }}
        className={cx(
          'absolute top-full z-40 mt-2 w-max max-w-[calc(100vw-36px)] min-w-56 rounded-card border border-line bg-card p-2 shadow-lift',
          isOpen && 'animate-rise',
          align === 'end' ? 'right-0' : 'left-0',
        )}
      >
        {children}
      </div>
    </div>
  )
}

const itemClasses =
  'flex min-h-touch w-full items-center gap-3 rounded-field px-3.5 py-2 text-left font-[550] enabled:hover:bg-tint disabled:text-soft [a]:hover:bg-tint'

export function MenuLink({ className, ...link }: LinkProps) {
  return <Link {...link} className={cx(itemClasses, className)} />
}

export function MenuButton({ className, ...button }: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...button} className={cx(itemClasses, className)} />
}

/** A link to a file, with an icon before its text. */
export function MenuDownload({
  href,
  icon,
  children,
}: {
  href: string
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <a href={href} download className={itemClasses}>
      {icon}
      {children}
    </a>
  )
}
