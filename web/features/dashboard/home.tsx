import * as m from '#messages'
import { useSite } from '../../site.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { EmailChangeBanner } from '../accounts/email-change/outcome.tsx'
import { UploadBox } from '../catalog/upload-box.tsx'
import { LatestSales } from '../sales-desk/latest-sales.tsx'
import { pageTitle } from '../shell/page-title.ts'
import { useUsername } from '../shell/use-username.ts'
import type { Route } from './+types/home'
import { Setup, useSetup } from './setup.tsx'
import { Stats } from './stats.tsx'
import { ViewKiosk } from './view-kiosk.tsx'

export const meta: Route.MetaFunction = args => pageTitle(args, m.nav_dashboard(), { hidden: true })

/** The dashboard's first screen. Source: specification, screen behaviour, dashboard home. */
export default function DashboardHome() {
  const { origin } = useSite()
  const username = useUsername()
  const setup = useSetup()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">
          {username ? m.dash_hello({ username }) : m.dash_hello_plain()}
        </h1>
        {username && <CopyLink link={`${origin}/profile/${username}`} />}
      </header>
      <EmailChangeBanner />
      <Stats />
      <Setup />
      <div className="grid gap-4 lg:grid-cols-[1.6fr_1fr]">
        <UploadBox quiet={setup !== undefined && !setup.done} />
        {username && <ViewKiosk username={username} />}
      </div>
      <LatestSales />
    </div>
  )
}

function CopyLink({ link }: { link: string }) {
  return (
    <CopyButton
      text={link}
      label={m.dash_copy()}
      copiedLabel={m.copied()}
      onFail={() => toast('error', m.dash_copy_failed({ link }))}
    />
  )
}
