import { Search } from 'lucide-react'
import { Form, useSubmit } from 'react-router'
import * as m from '#messages'
import { Button } from '../../ui/actions/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { Filters, Sort } from './filters.ts'

const sorts: Record<Sort, () => string> = {
  newest: m.explore_sort_newest,
  best_selling: m.explore_sort_best_selling,
  price_asc: m.explore_sort_price_asc,
  price_desc: m.explore_sort_price_desc,
}

/** A word and an order, over the category that is chosen. A plain form, so it works before any script. */
export function SearchBar({ filters: { q, category, subcategory, sort } }: { filters: Filters }) {
  const submit = useSubmit()
  return (
    <search>
      <Form
        action="/explore"
        className="mt-6 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,220px)]"
      >
        {category && <input type="hidden" name="category" value={category} />}
        {subcategory && <input type="hidden" name="subcategory" value={subcategory} />}
        <Field
          label={m.explore_search()}
          type="search"
          name="q"
          enterKeyHint="search"
          maxLength={100}
          placeholder={m.explore_search_placeholder()}
          defaultValue={q}
        />
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
          defaultValue={sort}
          options={Object.entries(sorts).map(([value, label]) => ({ value, label: label() }))}
          onChange={event => void submit(event.currentTarget.form)}
        />
      </Form>
    </search>
  )
}
