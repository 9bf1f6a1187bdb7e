import { useNavigate, useRevalidator } from 'react-router'
import { getProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { buildPageTitle } from '#web/shared/page-title.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import type { Route } from './+types/welcome'
import { WelcomeForm } from './welcome/welcome-form.tsx'

export const meta: Route.MetaFunction = args =>
  buildPageTitle(args, m.welcome_title(), { hidden: true })

/** Asks a new seller for a name, a picture and a line about the kiosk. All are optional, and one button goes on. */
export default function WelcomePage() {
  const query = useRead(getProfile, {})
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  const goOn = async () => {
    // The username is in the menus too, so the loader data are reloaded.
    await revalidate()
    await navigate(paths.dashboard(), { replace: true })
  }
  return (
    <div className="mx-auto grid w-full max-w-[36rem] gap-5">
      <header>
        <h1 className="text-title">{m.welcome_title()}</h1>
        <p className="mt-2 text-soft">{m.welcome_lead()}</p>
      </header>
      <Loaded query={query} skeleton={<Skeleton className="h-[32rem] rounded-panel" />}>
        {profile => <WelcomeForm profile={profile} onDone={() => void goOn()} />}
      </Loaded>
    </div>
  )
}
