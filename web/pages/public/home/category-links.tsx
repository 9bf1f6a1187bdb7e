import { Link } from 'react-router'
import * as m from '#messages'
import { paths } from '#web/paths.ts'

/** Links to the categories. On phones they are in one row that scrolls horizontally. */
export function CategoryLinks({ categories }: { categories: { id: number; name: string }[] }) {
  return (
    <nav aria-label={m.explore_categories()} className="wrap pb-12 lg:pb-16">
      <ul className="flex gap-2 max-sm:-mx-[18px] max-sm:overflow-x-auto max-sm:px-[18px] max-sm:[scrollbar-width:none] sm:flex-wrap">
        {categories.map(({ id, name }) => (
          <li key={id} className="shrink-0">
            <Link
              to={paths.explore({ category: id })}
              className="inline-flex min-h-11 items-center rounded-full border-[1.5px] border-line bg-card px-4 text-small font-[600] text-soft transition hover:border-edge hover:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
