import { cx } from '../cx.ts'
import { BrandMark } from './brand-mark.tsx'

/**
 * A full-screen wait: the mark with its door glowing. `label` is read out, not shown. `over` lays it over the
 * page, once the wait is long enough to be felt; `at once` does not wait for that.
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
      <BrandMark lit className="size-20" />
      <span className="sr-only">{label}</span>
    </output>
  )
}
