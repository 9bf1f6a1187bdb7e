import { cx } from '../cx.ts'

/** The brand's logo: a kiosk with an awning and a lit door. A class sets the size, which is `size-7` by default. */
export function BrandLogo({
  className = 'size-7',
  isAnimated = false,
}: {
  className?: string
  /** Whether the light of the door is animated, to show that something loads. */
  isAnimated?: boolean
}) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className={cx('shrink-0', className)}>
      <path
        className="fill-ink"
        d="M5 13h22v14.5a2.5 2.5 0 0 1-2.5 2.5h-17A2.5 2.5 0 0 1 5 27.5z"
      />
      <path
        className={cx('fill-mango', isAnimated && 'animate-glow')}
        d="M12.5 21a1.5 1.5 0 0 1 1.5-1.5h4a1.5 1.5 0 0 1 1.5 1.5v9h-7z"
      />
      <path
        className="fill-awning"
        d="M5.2 3.4A2 2 0 0 1 7.1 2h17.8a2 2 0 0 1 1.9 1.4L29.6 12H2.4z"
      />
      <path
        className="fill-awning"
        d="M2.4 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0zM16 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0z"
      />
      <path
        className="fill-awning-deep"
        d="M9.2 12H16v1.2a3.4 3.4 0 0 1-6.8 0zM22.8 12h6.8v1.2a3.4 3.4 0 0 1-6.8 0z"
      />
    </svg>
  )
}

/** Shows the logo beside the brand's name. */
export function Brand({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2.5 font-display text-[1.32rem] leading-none font-[780] tracking-[-0.02em]',
        className,
      )}
    >
      <BrandLogo />
      <span className="truncate py-1">{name}</span>
    </span>
  )
}
