import { useState } from 'react'
import { Link } from 'react-router'
import { type SecondFactors, listSecondFactors } from '#contract/accounts/second-factors.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { refreshSecondFactors } from '#web/features/accounts/refresh-account.ts'
import { RecoveryCodesDialog } from '#web/features/accounts/second-factor/recovery-codes-dialog.tsx'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { ArrowLeft } from '#web/ui/icons/arrow-left.tsx'
import type { Route } from './+types/second-factor'
import { PasskeysSection } from './second-factor/passkeys-section.tsx'
import { RecoveryCodesSection } from './second-factor/recovery-codes-section.tsx'
import { ResetBanner } from './second-factor/reset-banner.tsx'
import { TotpSection } from './second-factor/totp-section.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.second_factor_title(), { hidden: true })

/** The page on which users set up and remove their second factors. */
export default function SecondFactorPage() {
  const query = useRead(listSecondFactors, {})
  const [newCodes, setNewCodes] = useState<string[]>()

  /** Shows the recovery codes that came with the first factor, and the changed lists. */
  const showChange = async (recoveryCodes: string[] | null) => {
    setNewCodes(recoveryCodes ?? undefined)
    await refreshSecondFactors()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <header>
        <Link
          to={paths.security()}
          className="link inline-flex min-h-touch items-center gap-2 text-small"
        >
          <ArrowLeft aria-hidden size={17} />
          {m.second_factor_back()}
        </Link>
        <h1 className="mt-2 text-title">{m.second_factor_title()}</h1>
        <p className="mt-2.5 max-w-[36em] text-soft">{m.second_factor_lead()}</p>
      </header>
      <Loaded query={query} skeleton={<FactorsSkeleton />}>
        {factors => <Factors factors={factors} onChange={showChange} />}
      </Loaded>
      <RecoveryCodesDialog codes={newCodes} onClose={() => setNewCodes(undefined)} />
    </div>
  )
}

function Factors({
  factors: { totpSince, passkeys, recoveryCodesLeft, isRequired, resetAt },
  onChange,
}: {
  factors: SecondFactors
  onChange: (recoveryCodes: string[] | null) => Promise<void>
}) {
  const isActive = totpSince !== null || passkeys.length > 0
  return (
    <>
      {isRequired && !isActive && (
        <Banner tone="warn" title={m.second_factor_required_title()}>
          {m.second_factor_required_text()}
        </Banner>
      )}
      {resetAt && <ResetBanner resetAt={resetAt} />}
      <PasskeysSection passkeys={passkeys} onAdded={onChange} />
      <TotpSection since={totpSince} onAdded={onChange} />
      {isActive && <RecoveryCodesSection left={recoveryCodesLeft} onRenewed={onChange} />}
    </>
  )
}

function FactorsSkeleton() {
  return (
    <Card panel className="grid gap-6">
      {[0, 1, 2].map(index => (
        <Skeleton key={index} className="h-14" />
      ))}
    </Card>
  )
}
