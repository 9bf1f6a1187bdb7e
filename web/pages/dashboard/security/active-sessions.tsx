import { useState } from 'react'
import { type Session, listSessions, closeOtherSessions } from '#contract/accounts/sessions.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { formatDateTime } from '#web/i18n/format.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '#web/ui/overlays/modal.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Laptop } from '#web/ui/icons/laptop.tsx'
import { Smartphone } from '#web/ui/icons/smartphone.tsx'
import { formatDeviceName, type Device } from './device-name.ts'

/** Lists the account's sessions, with a button that closes all but the current one. */
export function ActiveSessions() {
  const query = useRead(listSessions, {})
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const [closeOthers, { isLoading }] = useWrite(closeOtherSessions)

  const confirm = async () => {
    const { error: failure } = await closeOthers({})
    setIsDialogOpen(false)
    if (failure) showFailureToast(m.devices_close_failed(), failure)
    else showToast('success', m.devices_closed())
  }

  return (
    <section aria-labelledby="devices" className="grid gap-4">
      <div>
        <h2 id="devices" className="text-[1.35rem]">
          {m.devices_title()}
        </h2>
        <p className="mt-2 text-soft">{m.devices_lead()}</p>
      </div>
      <Loaded query={query} skeleton={<SessionCard />}>
        {({ sessions }) => (
          <SessionCard sessions={sessions} onClose={() => setIsDialogOpen(true)} />
        )}
      </Loaded>
      <ConfirmDialog
        open={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        title={m.devices_close_title()}
        description={m.devices_close_text()}
        closeLabel={m.close()}
        cancelLabel={m.cancel()}
        confirmLabel={m.devices_close()}
        pending={isLoading}
        onConfirm={() => void confirm()}
      />
    </section>
  )
}

/** The card with the sessions; with placeholders while they load. */
function SessionCard({ sessions, onClose }: { sessions?: Session[]; onClose?: () => void }) {
  const isOnlyOne = sessions?.every(({ current }) => current) ?? false
  return (
    <Card panel>
      <ul className="grid divide-y divide-line">
        {sessions
          ? sessions.map(session => <SessionRow key={session.id} session={session} />)
          : [0, 1].map(index => <SessionSkeleton key={index} />)}
      </ul>
      <div className="mt-5 border-t border-line pt-5">
        {isOnlyOne ? (
          <p className="flex min-h-touch items-center text-small text-soft">{m.devices_only()}</p>
        ) : (
          <Button kind="ghost" disabled={!sessions} onClick={onClose}>
            {m.devices_close()}
          </Button>
        )}
      </div>
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { current, place, lastUsedAt } = session
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <DeviceIcon {...session} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <span>{formatDeviceName(session)}</span>
          {current && <Chip tone="jade">{m.devices_this()}</Chip>}
        </p>
        <p className="figures mt-0.5 flex flex-wrap gap-x-3 text-small text-soft">
          <span>
            {current ? m.devices_now() : m.devices_last({ moment: formatDateTime(lastUsedAt) })}
          </span>
          {place && <span>{m.devices_place({ place })}</span>}
        </p>
      </div>
    </li>
  )
}

const PHONE_SYSTEMS = /android|ios|iphone/i

function DeviceIcon({ system }: Device) {
  const Icon = system !== null && PHONE_SYSTEMS.test(system) ? Smartphone : Laptop
  return (
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-tint text-soft">
      <Icon aria-hidden size={21} />
    </span>
  )
}

function SessionSkeleton() {
  return (
    <li className="flex items-center gap-4 py-4 first:pt-0 last:pb-0">
      <Skeleton className="size-11 shrink-0 rounded-full" />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-2">
        <Skeleton className="h-5 w-48 max-w-full" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </span>
    </li>
  )
}
