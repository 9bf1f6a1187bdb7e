import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Category } from '#contract/products/categories.ts'
import * as m from '#messages'
import { buildExplorePath, type ExploreFilters } from '#web/features/storefront/explore-filters.ts'
import { cx } from '#web/ui/cx.ts'

/** Links to the categories, and to the subcategories of the chosen one. */
export function CategoryFilter({
  categories,
  filters,
}: {
  categories: Category[]
  filters: ExploreFilters
}) {
  const { category } = filters
  // Returns the path of the first page of another category, with the same search words, sort order and other filters.
  const pathWith = (selection: Pick<ExploreFilters, 'category' | 'subcategory'>) => {
    const { category: _, subcategory: __, page: ___, ...rest } = filters
    return buildExplorePath({ ...rest, ...selection })
  }
  const selectedCategory = categories.find(({ id }) => id === category)
  if (categories.length === 0) return null
  return (
    <>
      <LinkRow label={m.explore_categories()} className="mt-6">
        <CategoryLink to={pathWith({})} isSelected={!category}>
          {m.explore_all()}
        </CategoryLink>
        {categories.map(({ id, name }) => (
          <CategoryLink key={id} to={pathWith({ category: id })} isSelected={id === category}>
            {name}
          </CategoryLink>
        ))}
      </LinkRow>
      {selectedCategory && selectedCategory.subcategories.length > 0 && (
        <LinkRow label={m.explore_subcategories()} className="mt-2.5">
          <CategoryLink
            isSubcategory
            to={pathWith({ category: selectedCategory.id })}
            isSelected={!filters.subcategory}
          >
            {m.explore_all()}
          </CategoryLink>
          {selectedCategory.subcategories.map(({ id, name }) => (
            <CategoryLink
              key={id}
              isSubcategory
              to={pathWith({ category: selectedCategory.id, subcategory: id })}
              isSelected={id === filters.subcategory}
            >
              {name}
            </CategoryLink>
          ))}
        </LinkRow>
      )}
    </>
  )
}

function LinkRow({
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
        // On phones the links are in one row that scrolls horizontally.
        'max-sm:-mx-[18px] max-sm:overflow-x-auto max-sm:px-[18px] max-sm:[scrollbar-width:none]',
        className,
      )}
    >
      {children}
    </nav>
  )
}

function CategoryLink({
  to,
  isSelected,
  isSubcategory = false,
  children,
}: {
  to: string
  isSelected: boolean
  /** Whether the link is in the second row, which is styled differently. */
  isSubcategory?: boolean
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      aria-current={isSelected ? 'true' : undefined}
      preventScrollReset
      className={cx(
        'inline-flex min-h-11 shrink-0 items-center rounded-full border-[1.5px] px-4 text-small font-[600] transition',
        isSelected && !isSubcategory && 'border-transparent bg-ink text-paper',
        isSelected && isSubcategory && 'border-transparent bg-jade-tint text-jade',
        !isSelected && 'border-line bg-card text-soft hover:border-edge hover:text-ink',
      )}
    >
      {children}
    </Link>
  )
}
