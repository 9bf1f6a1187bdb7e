import { cx } from '../cx.ts'
import { BrandLogo } from './brand-mark.tsx'

/**
 * A full-screen loader, with `label` for screen readers. If `over` is true, it covers the page, but becomes visible
 * only if loading takes noticeably long; with `at once` it is visible immediately.
 */
export function LogoLoader({ label, over }: { label: string; over?: boolean | 'at once' }) {
  return (
    <output
      className={cx(
        'grid min-h-dvh place-items-center bg-paper',
        over && 'fixed inset-0 z-80',
        over === true && 'animate-late',
      )}
    >
      <BrandLogo isAnimated className="size-20" />
      <span className="sr-only">{label}</span>
    </output>
  )
}
