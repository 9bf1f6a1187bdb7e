import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'

/**
 * The reason why a payment link sells nothing: its address names no products or too many, its product or all of its
 * products are not offered, or a call failed.
 */
export type LinkProblem = keyof typeof PROBLEMS

const PROBLEMS = {
  address: { art: 'closedShutter', title: m.link_address_title, text: m.link_address_text },
  many: {
    art: 'closedShutter',
    title: m.link_many_title,
    text: () => m.link_many_text({ max: LIMITS.cartItems }),
  },
  missing: { art: 'emptyRack', title: m.product_missing_title, text: m.product_missing_text },
  allMissing: { art: 'emptyRack', title: m.link_missing_title, text: m.link_missing_text },
  failed: { art: 'tornAwning', title: m.checkout_failed, text: m.checkout_failed_text },
} as const

const isProblem = (value: unknown): value is LinkProblem =>
  typeof value === 'string' && Object.hasOwn(PROBLEMS, value)

/** Says why a payment link sells nothing, and where to go. */
export function LinkError({ problem }: { problem: unknown }) {
  const kind = isProblem(problem) ? problem : 'failed'
  const { art, title, text } = PROBLEMS[kind]
  return (
    <>
      <title>{title()}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        art={art}
        heading="h1"
        title={title()}
        action={
          <>
            {kind === 'failed' && <Button onClick={() => location.reload()}>{m.reload()}</Button>}
            <LinkButton to={paths.explore()} kind={kind === 'failed' ? 'ghost' : 'primary'}>
              {m.nav_explore()}
            </LinkButton>
          </>
        }
      >
        {text()}
      </EmptyState>
    </>
  )
}
