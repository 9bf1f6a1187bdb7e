import * as m from '#messages'
import { GoogleOutcomeBanner } from '#web/features/accounts/google/google-outcome-banner.tsx'
import { useUser } from '#web/shared/dashboard-user.ts'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import type { Route } from './+types/security'
import { ActiveSessions } from './security/active-sessions.tsx'
import { CloseAccountSection } from './security/close-account.tsx'
import { DownloadDataSection } from './security/download-data.tsx'
import { SecurityActivity } from './security/security-activity.tsx'
import { SignInMethods } from './security/sign-in-methods.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.security_title(), { hidden: true })

/** The security page: sign-in methods, sessions and events. Source: specification, screen behaviour, security. */
export default function SecurityPage() {
  const user = useUser()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <header>
        <h1 className="text-title">{m.security_title()}</h1>
        <p className="mt-2.5 text-soft">{m.security_lead()}</p>
      </header>
      <GoogleOutcomeBanner />
      {user ? <SignInMethods user={user} /> : <SignInMethodsSkeleton />}
      <ActiveSessions />
      <SecurityActivity />
      <DownloadDataSection />
      {user && <CloseAccountSection hasPassword={user.hasPassword} />}
    </div>
  )
}

function SignInMethodsSkeleton() {
  return (
    <Card panel className="grid gap-6">
      <output className="sr-only">{m.loading()}</output>
      {[0, 1, 2].map(index => (
        <Skeleton key={index} className="h-14" />
      ))}
    </Card>
  )
}
