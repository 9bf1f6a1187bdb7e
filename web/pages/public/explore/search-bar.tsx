import { Form, useSubmit } from 'react-router'
import { AI_USES, FILE_TYPES } from '#contract/core/limits.ts'
import * as m from '#messages'
import {
  countCollapsedFilters,
  type ExploreFilters,
  type ProductSortOrder,
} from '#web/features/storefront/explore-filters.ts'
import { paths } from '#web/paths.ts'
import { getAiUseName } from '#web/shared/ai-use-names.ts'
import { AMOUNT_MAX_LENGTH } from '#web/shared/forms/amount-input.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { Search } from '#web/ui/icons/search.tsx'
import { SearchField } from './search-field.tsx'

const SORT_TEXTS: Record<ProductSortOrder, () => string> = {
  newest: m.explore_sort_newest,
  best_selling: m.explore_sort_best_selling,
  best_rated: m.explore_sort_best_rated,
  price_asc: m.explore_sort_price_asc,
  price_desc: m.explore_sort_price_desc,
}

/**
 * The search form, with fields for search words, sort order and further filters. It is a plain HTML form, so it works
 * before hydration.
 */
export function SearchBar({ filters }: { filters: ExploreFilters }) {
  const { q, category, subcategory, sort } = filters
  const submit = useSubmit()
  const activeCount = countCollapsedFilters(filters)
  const sortOptions = Object.entries(SORT_TEXTS).map(([value, label]) => ({
    value,
    label: label(),
  }))
  return (
    <search>
      <Form action={paths.explore()} className="mt-6 grid gap-3">
        {category && <input type="hidden" name="category" value={category} />}
        {subcategory && <input type="hidden" name="subcategory" value={subcategory} />}
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,220px)]">
          <SearchField q={q} />
          <Button
            type="submit"
            icon={<Search aria-hidden size={18} />}
            className="min-h-12! max-sm:w-12 max-sm:px-0!"
          >
            <span className="max-sm:sr-only">{m.explore_search_submit()}</span>
          </Button>
          <Select
            label={m.explore_sort()}
            name="sort"
            className="max-sm:col-span-2"
            defaultValue={sort ?? (q ? '' : 'newest')}
            options={
              q ? [{ value: '', label: m.explore_sort_best() }, ...sortOptions] : sortOptions
            }
            onChange={event => void submit(event.currentTarget.form)}
          />
        </div>
        <details open={activeCount > 0} className="rounded-card border border-line bg-card px-4">
          <summary className="flex min-h-touch cursor-pointer items-center text-small font-[600]">
            {activeCount > 0 ? m.explore_finer_on({ count: activeCount }) : m.explore_finer()}
          </summary>
          <CollapsedFilters filters={filters} />
        </details>
      </Form>
    </search>
  )
}

function CollapsedFilters({
  filters: { free, minPrice, maxPrice, fileType, aiUse, dynamicPrice, minRating },
}: {
  filters: ExploreFilters
}) {
  const price = { inputMode: 'numeric', maxLength: AMOUNT_MAX_LENGTH, prefix: '$' } as const
  return (
    <div className="grid items-end gap-4 pt-1 pb-5 sm:grid-cols-2 lg:grid-cols-4">
      <Field
        {...price}
        name="minPrice"
        label={m.explore_min_price()}
        defaultValue={minPrice}
        autoComplete="off"
      />
      <Field
        {...price}
        name="maxPrice"
        label={m.explore_max_price()}
        defaultValue={maxPrice}
        autoComplete="off"
      />
      <Select
        name="fileType"
        label={m.explore_file_type()}
        placeholder={m.explore_any()}
        defaultValue={fileType ?? ''}
        options={FILE_TYPES.map(type => ({ value: type, label: type.toUpperCase() }))}
      />
      <Select
        name="aiUse"
        label={m.ai_use()}
        placeholder={m.explore_any()}
        defaultValue={aiUse ?? ''}
        options={AI_USES.map(value => ({ value, label: getAiUseName(value) }))}
      />
      <Checkbox
        name="free"
        value="true"
        label={m.explore_free()}
        defaultChecked={free === 'true'}
      />
      <Checkbox
        name="dynamicPrice"
        value="true"
        label={m.explore_dynamic()}
        defaultChecked={dynamicPrice === 'true'}
      />
      <Checkbox
        name="minRating"
        value="4"
        label={m.explore_min_rating()}
        defaultChecked={minRating === '4'}
      />
      <Button type="submit" kind="ghost">
        {m.explore_apply()}
      </Button>
    </div>
  )
}
