import { Link, useSearchParams } from 'react-router'
import { PRODUCT_STATES, type ProductState } from '#contract/products/state-rules.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { cx } from '#web/ui/cx.ts'

const STATE_NAMES: Record<ProductState, () => string> = {
  draft: m.state_draft,
  on_sale: m.state_on_sale,
  paused: m.state_paused,
  archived: m.state_archived,
}

/** Returns the name of a state. */
export const getStateName = (state: ProductState): string => STATE_NAMES[state]()

/** Returns the state by which the address of the page filters the list; undefined if it shows all products. */
export function useChosenState(): ProductState | undefined {
  const [search] = useSearchParams()
  return PRODUCT_STATES.find(state => state === search.get('state'))
}

/**
 * The links that filter the list by state, with the number of products in each. They are left out if all are on sale.
 */
export function StateLinks({
  states,
  chosen,
}: {
  /** The state of each product. */
  states: readonly ProductState[]
  chosen: ProductState | undefined
}) {
  const counts = Map.groupBy(states, state => state)
  if (!chosen && states.every(state => state === 'on_sale')) return null
  const used = PRODUCT_STATES.filter(state => counts.has(state) || state === chosen)
  return (
    <nav aria-label={m.state_filter()} className="flex flex-wrap gap-1.5">
      {[undefined, ...used].map(state => (
        <Link
          key={state ?? ''}
          to={state ? `${paths.dashboardProducts()}?state=${state}` : paths.dashboardProducts()}
          preventScrollReset
          aria-current={state === chosen ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-touch items-center gap-1.5 rounded-full border-[1.5px] px-5 text-small font-[600] transition',
            state === chosen
              ? 'border-ink bg-ink text-paper'
              : 'border-edge/60 hover:border-ink hover:bg-tint',
          )}
        >
          <span>{state ? getStateName(state) : m.state_all()}</span>
          <span className="figures font-normal">
            {state ? (counts.get(state)?.length ?? 0) : states.length}
          </span>
        </Link>
      ))}
    </nav>
  )
}
