import { Link } from 'react-router'
import { ChevronLeft } from '#web/ui/icons/chevron-left.tsx'
import { ChevronRight } from '#web/ui/icons/chevron-right.tsx'
import { cx } from '../cx.ts'

/** Shows links to the pages of a list; nothing if the list has only one page. */
export function Pagination({
  page,
  pages,
  hrefFor,
  labels,
}: {
  /** The number of the current page, counted from 1. */
  page: number
  pages: number
  hrefFor: (page: number) => string
  labels: { nav: string; previous: string; next: string; page: (page: number) => string }
}) {
  if (pages < 2) return null
  const linkClasses =
    'figures inline-flex h-touch min-w-touch items-center justify-center rounded-field px-2 font-semibold transition'
  return (
    <nav aria-label={labels.nav} className="flex flex-wrap items-center justify-center gap-1">
      {page > 1 && (
        <Link
          to={hrefFor(page - 1)}
          rel="prev"
          aria-label={labels.previous}
          className={cx(linkClasses, 'hover:bg-tint')}
        >
          <ChevronLeft aria-hidden size={20} />
        </Link>
      )}
      {shownPages(page, pages).map((step, index) =>
        step === undefined ? (
          <span key={`gap-${index}`} aria-hidden className="px-1 text-soft">
            …
          </span>
        ) : (
          <Link
            key={step}
            to={hrefFor(step)}
            aria-label={labels.page(step)}
            aria-current={step === page ? 'page' : undefined}
            className={cx(linkClasses, step === page ? 'bg-ink text-paper' : 'hover:bg-tint')}
          >
            {step}
          </Link>
        ),
      )}
      {page < pages && (
        <Link
          to={hrefFor(page + 1)}
          rel="next"
          aria-label={labels.next}
          className={cx(linkClasses, 'hover:bg-tint')}
        >
          <ChevronRight aria-hidden size={20} />
        </Link>
      )}
    </nav>
  )
}

/**
 * Returns the numbers of the first and the last page and of those around the current one; `undefined` stands for a gap.
 */
function shownPages(page: number, pages: number): (number | undefined)[] {
  const nearbyPages = new Set([1, page - 1, page, page + 1, pages])
  const steps = [...nearbyPages].filter(step => step >= 1 && step <= pages).sort((a, b) => a - b)
  return steps.flatMap((step, index) => {
    const before = steps[index - 1]
    return before !== undefined && step - before > 1 ? [undefined, step] : [step]
  })
}
