import { useState } from 'react'
import { PRICED_PRODUCTS_MAX } from '#contract/prices/price-changes.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import type { PricedProduct } from './price-form.ts'

/** From this number of products on, they can be searched. */
const SEARCHED_COUNT = 8

const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Chooses all products with a price, or some of them.
 * @param chosenIds null for all
 */
export function ProductChoice({
  products,
  chosenIds,
  onChoose,
}: {
  products: readonly PricedProduct[]
  chosenIds: ReadonlySet<number> | null
  onChoose: (ids: ReadonlySet<number> | null) => void
}) {
  const { currency } = useSiteSettings()
  const [search, setSearch] = useState('')
  const words = normalize(search).split(/\s+/)
  const shown = products.filter(({ name }) => words.every(word => normalize(name).includes(word)))
  const chooseShown = (isChosen: boolean) => {
    const ids = new Set(chosenIds)
    for (const { id } of shown) {
      if (!isChosen) ids.delete(id)
      else if (ids.size < PRICED_PRODUCTS_MAX) ids.add(id)
    }
    onChoose(ids)
  }
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-1 font-semibold">{m.prices_products()}</legend>
      <Checkbox
        label={m.prices_all({ count: products.length })}
        checked={chosenIds === null}
        onChange={event => onChoose(event.target.checked ? null : new Set())}
      />
      {chosenIds !== null && (
        <>
          {products.length >= SEARCHED_COUNT && (
            <Field
              type="search"
              label={m.prices_search()}
              autoComplete="off"
              className="max-w-100"
              value={search}
              maxLength={60}
              onChange={event => setSearch(event.target.value)}
            />
          )}
          <div className="flex flex-wrap items-center gap-2.5">
            <output className="figures text-small text-soft">
              {m.prices_chosen({ count: chosenIds.size })}
            </output>
            <Button kind="ghost" size="small" onClick={() => chooseShown(true)}>
              {m.prices_choose_shown()}
            </Button>
            <Button kind="ghost" size="small" onClick={() => chooseShown(false)}>
              {m.prices_choose_none()}
            </Button>
          </div>
          {shown.length === 0 && <p className="text-small text-soft">{m.prices_no_match()}</p>}
          <ul className="grid max-h-96 overflow-y-auto rounded-card border border-line px-3.5 empty:hidden">
            {shown.map(({ id, name, price, isDraft }) => (
              <li key={id} className="border-b border-line last:border-0">
                <Checkbox
                  label={
                    <span className="flex flex-wrap gap-x-3 [overflow-wrap:anywhere]">
                      <span>{name || m.draft_nameless()}</span>
                      <span className="figures font-normal text-soft">
                        <span>{formatPrice(price, currency)}</span>
                        {isDraft && <span>{` · ${m.state_draft()}`}</span>}
                      </span>
                    </span>
                  }
                  checked={chosenIds.has(id)}
                  onChange={event => {
                    const ids = new Set(chosenIds)
                    if (event.target.checked) ids.add(id)
                    else ids.delete(id)
                    onChoose(ids)
                  }}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  )
}
