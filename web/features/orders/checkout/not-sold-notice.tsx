import * as m from '#messages'

/**
 * Explains that the product cannot be bought now: its seller has paused it, or has no payment account. Source:
 * specification, buy flow.
 */
export function NotSoldNotice({ isPaused = false }: { isPaused?: boolean }) {
  return (
    <div className="rounded-card border border-warn/35 bg-warn-tint px-[18px] py-4">
      <p className="font-semibold text-warn">
        {isPaused ? m.buy_paused_title() : m.buy_no_auth_title()}
      </p>
      <p className="mt-0.5 text-small">{isPaused ? m.buy_paused() : m.buy_no_auth()}</p>
    </div>
  )
}
