import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '../cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonKind = 'primary' | 'ghost' | 'quiet' | 'danger'
export type ButtonSize = 'normal' | 'small'

interface Look {
  kind?: ButtonKind
  size?: ButtonSize
  /** Fills its row. */
  wide?: boolean
  /** Before the text; hidden while pending. */
  icon?: ReactNode
}

const kinds: Record<ButtonKind, string> = {
  primary:
    'border-transparent bg-awning text-awning-ink shadow-[inset_0_-2px_0_rgb(0_0_0/0.12)] hover:brightness-[0.94] active:brightness-[0.88]',
  ghost: 'border-edge/60 bg-transparent text-ink hover:border-ink hover:bg-tint',
  quiet: 'border-transparent bg-transparent text-ink hover:bg-tint',
  danger: 'border-transparent bg-bad text-bad-ink hover:brightness-[0.94] active:brightness-[0.88]',
}
const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-touch px-5',
  small: 'min-h-10 px-4 text-small',
}

function look({ kind = 'primary', size = 'normal', wide = false }: Look, className?: string) {
  return cx(
    'inline-flex items-center justify-center gap-2 rounded-full border-[1.5px] py-2 text-center leading-tight font-[650] transition',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
    kinds[kind],
    sizes[size],
    wide && 'w-full',
    className,
  )
}

export type ButtonProps = Look &
  ComponentPropsWithRef<'button'> & {
    /** Under way: shows a spinner, says so, and swallows clicks while keeping the focus. */
    pending?: boolean
  }

/**
 * A button; `type="button"` unless told. Where a form is not ready, pass `aria-disabled` instead of
 * `disabled`: it looks alike, but its click still reaches the form, which answers with its errors.
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
      className={look({ kind, size, wide }, className)}
      onClick={click}
    >
      {pending ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export type LinkButtonProps = Look &
  Omit<ComponentPropsWithRef<'a'>, 'href'> &
  (
    | {
        /** A page of ours. */
        to: string
        /** What the history keeps beside the address. */
        state?: unknown
        href?: undefined
      }
    | { /** Anywhere else: a full navigation. */ href: string; to?: undefined }
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
  const classes = look({ kind, size, wide }, className)
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

/** A round button that shows an icon only; `label` is its name. */
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
