import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Search } from '#web/ui/icons/search.tsx'

/** A search form for a list of the admin area, with a text field and, if there are choices, one select. */
export function SearchForm({
  label,
  choiceLabel,
  all,
  choices,
  onSearch,
}: {
  label: string
  choiceLabel?: string
  /** The label of the select's option that applies no filter. */
  all?: string
  choices?: { value: string; label: string }[]
  onSearch: (search: { q: string; choice: string }) => void
}) {
  const apply = (form: HTMLFormElement) => {
    const data = new FormData(form)
    const text = (name: string) => {
      const value = data.get(name)
      return typeof value === 'string' ? value : ''
    }
    onSearch({ q: text('q').trim(), choice: text('choice') })
  }
  return (
    <search aria-label={label}>
      <form
        onSubmit={event => {
          event.preventDefault()
          apply(event.currentTarget)
        }}
        className={cx(
          'grid items-end gap-3',
          choices ? 'sm:grid-cols-[minmax(0,1fr)_14rem_auto]' : 'sm:grid-cols-[minmax(0,1fr)_auto]',
        )}
      >
        <Field name="q" type="search" label={label} maxLength={LIMITS.search.max} />
        {choices && (
          <Select
            name="choice"
            label={choiceLabel}
            placeholder={all}
            options={choices}
            onChange={event => apply(event.currentTarget.form!)}
          />
        )}
        <Button type="submit" kind="ghost" icon={<Search aria-hidden size={17} />}>
          {m.desk_search()}
        </Button>
      </form>
    </search>
  )
}
