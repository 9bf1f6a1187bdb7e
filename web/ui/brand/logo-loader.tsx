import { cx } from '../cx.ts'
import { BrandLogo } from './brand-mark.tsx'

/**
 * A full-screen loader. `label` is for screen readers. `over` covers the page once loading takes noticeably long; `at
 * once` covers it immediately.
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
