import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonKind = 'primary' | 'ghost' | 'quiet' | 'danger'
export type ButtonSize = 'normal' | 'small'

interface ButtonStyle {
  kind?: ButtonKind
  size?: ButtonSize
  /** Whether the button takes the full width. */
  wide?: boolean
  /** The icon before the text, which is hidden while `pending`. */
  icon?: ReactNode
}

const KIND_CLASSES: Record<ButtonKind, string> = {
  primary:
    'border-transparent bg-awning text-awning-ink shadow-[inset_0_-2px_0_rgb(0_0_0/0.12)] hover:brightness-[0.94] active:brightness-[0.88]',
  ghost: 'border-edge/60 bg-transparent text-ink hover:border-ink hover:bg-tint',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-tint',
  danger: 'border-transparent bg-bad text-bad-ink hover:brightness-[0.94] active:brightness-[0.88]',
}
/**
 * The classes of a disabled button. Its colors are those of quiet text, instead of a lower opacity, so that the label
 * keeps a contrast of 4.5 : 1. A form's button is pressable while it looks disabled.
 */
const DISABLED_CLASSES =
  'disabled:cursor-not-allowed disabled:border-edge/60 disabled:bg-tint disabled:text-soft disabled:shadow-none disabled:brightness-100 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:border-edge/60 aria-disabled:bg-tint aria-disabled:text-soft aria-disabled:shadow-none aria-disabled:brightness-100'

const SIZE_CLASSES: Record<ButtonSize, string> = {
  normal: 'min-h-touch px-5',
  small: 'min-h-11 px-4 text-small',
}

function buttonClasses(
  { kind = 'primary', size = 'normal', wide = false }: ButtonStyle,
  className?: string,
) {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-full border-[1.5px] py-2 text-center leading-tight font-[650] transition',
    KIND_CLASSES[kind],
    SIZE_CLASSES[size],
    DISABLED_CLASSES,
    wide && 'w-full',
    className,
  )
}

export type ButtonProps = ButtonStyle &
  ComponentPropsWithRef<'button'> & {
    /**
     * Whether an action is running: the button then shows a spinner, is marked as busy and ignores clicks, but keeps
     * the focus.
     */
    pending?: boolean
  }

/**
 * A button with `type="button"` by default. For a form that is not complete, use `aria-disabled` instead of `disabled`:
 * the button looks the same, but a click still reaches the form, which shows its errors.
 */
export function Button({
  kind,
  size,
  wide,
  icon,
  pending = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={pending || undefined}
      className={buttonClasses({ kind, size, wide }, className)}
      onClick={click}
    >
      {pending ? <Spinner /> : icon}
      {/* The text has an element of its own, because an icon comes and goes beside it. */}
      <span className="contents">{children}</span>
    </button>
  )
}

export type LinkButtonProps = ButtonStyle &
  Omit<ComponentPropsWithRef<'a'>, 'href'> &
  (
    | {
        /** The path of a page of this site. */
        to: string
        /** The history state of the navigation. */
        state?: unknown
        href?: undefined
      }
    | { /** Any other URL, which is opened by a full navigation. */ href: string; to?: undefined }
  )

/** A link that looks like a button. */
export function LinkButton({
  kind,
  size,
  wide,
  icon,
  className,
  children,
  to,
  href,
  ...rest
}: LinkButtonProps) {
  const classes = buttonClasses({ kind, size, wide }, className)
  if (to === undefined)
    return (
      <a {...rest} href={href} className={classes}>
        {icon}
        {children}
      </a>
    )
  return (
    <Link {...rest} to={to} className={classes}>
      {icon}
      {children}
    </Link>
  )
}

/** A round button with an icon only. `label` is its accessible name. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentPropsWithRef<'button'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={cx(
        'inline-grid size-touch shrink-0 place-items-center rounded-full text-ink transition hover:bg-tint',
        className,
      )}
    >
      {children}
    </button>
  )
}
