import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Category } from '#contract/catalog/categories.ts'
import * as m from '#messages'
import { exploreAddress, type Filters } from '#web/features/catalog/explore-filters.ts'
import { cx } from '#web/ui/cx.ts'

/** Links to the categories, and to the subcategories of the chosen one. */
export function Categories({ categories, filters }: { categories: Category[]; filters: Filters }) {
  const { category } = filters
  // Another category keeps the search words, the order and the other filters, and starts at the first page.
  const over = (place: Pick<Filters, 'category' | 'subcategory'>) => {
    const { category: _, subcategory: __, page: ___, ...rest } = filters
    return exploreAddress({ ...rest, ...place })
  }
  const chosen = categories.find(({ id }) => id === category)
  if (categories.length === 0) return null
  return (
    <>
      <Row label={m.explore_categories()} className="mt-6">
        <Tag to={over({})} on={!category}>
          {m.explore_all()}
        </Tag>
        {categories.map(({ id, name }) => (
          <Tag key={id} to={over({ category: id })} on={id === category}>
            {name}
          </Tag>
        ))}
      </Row>
      {chosen && chosen.subcategories.length > 0 && (
        <Row label={m.explore_subcategories()} className="mt-2.5">
          <Tag quiet to={over({ category: chosen.id })} on={!filters.subcategory}>
            {m.explore_all()}
          </Tag>
          {chosen.subcategories.map(({ id, name }) => (
            <Tag
              key={id}
              quiet
              to={over({ category: chosen.id, subcategory: id })}
              on={id === filters.subcategory}
            >
              {name}
            </Tag>
          ))}
        </Row>
      )}
    </>
  )
}

function Row({
  label,
  className,
  children,
}: {
  label: string
  className: string
  children: ReactNode
}) {
  return (
    <nav
      aria-label={label}
      className={cx(
        'flex gap-2 sm:flex-wrap',
        // On phones the links are one row that scrolls sideways.
        'max-sm:-mx-[18px] max-sm:overflow-x-auto max-sm:px-[18px] max-sm:[scrollbar-width:none]',
        className,
      )}
    >
      {children}
    </nav>
  )
}

function Tag({
  to,
  on,
  quiet = false,
  children,
}: {
  to: string
  on: boolean
  /** The style of the second row. */
  quiet?: boolean
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      aria-current={on ? 'true' : undefined}
      preventScrollReset
      className={cx(
        'inline-flex min-h-11 shrink-0 items-center rounded-full border-[1.5px] px-4 text-small font-[600] transition',
        on && !quiet && 'border-transparent bg-ink text-paper',
        on && quiet && 'border-transparent bg-jade-tint text-jade',
        !on && 'border-line bg-card text-soft hover:border-edge hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}
