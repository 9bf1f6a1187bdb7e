import { dismissSecondFactorOffer } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/shared/dashboard-user.ts'
import { refreshSession } from '#web/api/session.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'

/** Offers two-step verification to a seller who has sold something, until it is dismissed. */
export function SecondFactorOffer() {
  const user = useUser()
  const [dismiss, { isLoading, isSuccess }] = useWrite(dismissSecondFactorOffer)
  if (!user?.secondFactor.isOffered || isSuccess) return null

  const dismissOffer = async () => {
    await dismiss({})
    await refreshSession()
  }

  return (
    <Banner
      tone="info"
      title={m.second_factor_offer_title()}
      action={
        <div className="flex flex-wrap gap-3">
          <Button kind="ghost" size="small" pending={isLoading} onClick={() => void dismissOffer()}>
            {m.second_factor_offer_later()}
          </Button>
          <LinkButton size="small" to={paths.secondFactor()}>
            {m.second_factor_set_up()}
          </LinkButton>
        </div>
      }
    >
      {m.second_factor_offer_text()}
    </Banner>
  )
}
