import { useState } from 'react'
import type { SecurityEventKind } from '#contract/accounts/security-events.ts'
import { type SecurityEvent, listSecurityEvents } from '#contract/accounts/sessions.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { formatDateTime } from '#web/i18n/format.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { AtSign } from '#web/ui/icons/at-sign.tsx'
import { Banknote } from '#web/ui/icons/banknote.tsx'
import { DoorOpen } from '#web/ui/icons/door-open.tsx'
import { KeyRound } from '#web/ui/icons/key-round.tsx'
import { Link2 } from '#web/ui/icons/link-2.tsx'
import { LogIn } from '#web/ui/icons/log-in.tsx'
import { LogOut } from '#web/ui/icons/log-out.tsx'
import { MonitorSmartphone } from '#web/ui/icons/monitor-smartphone.tsx'
import { ShieldAlert } from '#web/ui/icons/shield-alert.tsx'
import { ShieldCheck } from '#web/ui/icons/shield-check.tsx'
import { Unlink } from '#web/ui/icons/unlink.tsx'
import type { IconComponent } from '#web/ui/icon.tsx'
import { formatDeviceName } from './device-name.ts'

/** The number of events that are shown until the user asks for more. */
const INITIALLY_SHOWN = 6

interface EventAppearance {
  text: () => string
  Icon: IconComponent
  /** Whether the event is shown in a warning color. */
  isAlarming?: boolean
}

const EVENT_APPEARANCES: Record<SecurityEventKind, EventAppearance> = {
  registered: { text: m.event_registered, Icon: DoorOpen },
  verified: { text: m.event_verified, Icon: ShieldCheck },
  signed_in: { text: m.event_signed_in, Icon: LogIn },
  signed_in_new_device: { text: m.event_signed_in_new_device, Icon: MonitorSmartphone },
  sign_in_failed: { text: m.event_sign_in_failed, Icon: ShieldAlert, isAlarming: true },
  sign_in_code_requested: {
    text: m.event_sign_in_code_requested,
    Icon: ShieldAlert,
    isAlarming: true,
  },
  signed_out: { text: m.event_signed_out, Icon: LogOut },
  password_changed: { text: m.event_password_changed, Icon: KeyRound },
  password_set: { text: m.event_password_set, Icon: KeyRound },
  password_reset: { text: m.event_password_reset, Icon: KeyRound },
  recovery_requested: { text: m.event_recovery_requested, Icon: ShieldAlert, isAlarming: true },
  email_change_requested: { text: m.event_email_change_requested, Icon: AtSign },
  email_changed: { text: m.event_email_changed, Icon: AtSign },
  email_change_undone: { text: m.event_email_change_undone, Icon: AtSign },
  google_linked: { text: m.event_google_linked, Icon: Link2 },
  google_unlinked: { text: m.event_google_unlinked, Icon: Unlink },
  other_sessions_closed: { text: m.event_other_sessions_closed, Icon: MonitorSmartphone },
  payment_account_linked: { text: m.event_payment_account_linked, Icon: Banknote },
  payment_account_replaced: {
    text: m.event_payment_account_replaced,
    Icon: Banknote,
    isAlarming: true,
  },
  payment_account_activated: {
    text: m.event_payment_account_activated,
    Icon: Banknote,
    isAlarming: true,
  },
  payment_account_unlinked: { text: m.event_payment_account_unlinked, Icon: Banknote },
  payment_account_unconfirmed: {
    text: m.event_payment_account_unconfirmed,
    Icon: Banknote,
    isAlarming: true,
  },
  payment_account_lost: { text: m.event_payment_account_lost, Icon: Banknote, isAlarming: true },
  payment_account_change_undone: { text: m.event_payment_account_change_undone, Icon: Banknote },
  second_factor_failed: { text: m.event_second_factor_failed, Icon: ShieldAlert, isAlarming: true },
  identity_proof_failed: {
    text: m.event_identity_proof_failed,
    Icon: ShieldAlert,
    isAlarming: true,
  },
  totp_added: { text: m.second_factor_totp_added, Icon: ShieldCheck },
  totp_removed: { text: m.second_factor_totp_removed, Icon: ShieldAlert, isAlarming: true },
  passkey_added: { text: m.second_factor_passkey_added, Icon: ShieldCheck },
  passkey_removed: { text: m.second_factor_passkey_removed, Icon: ShieldAlert, isAlarming: true },
  second_factor_off: { text: m.second_factor_off, Icon: ShieldAlert, isAlarming: true },
  recovery_codes_renewed: { text: m.second_factor_codes_renewed, Icon: ShieldCheck },
  recovery_code_used: { text: m.second_factor_code_used, Icon: ShieldAlert, isAlarming: true },
  second_factor_codes_guessed: {
    text: m.second_factor_guessed,
    Icon: ShieldAlert,
    isAlarming: true,
  },
  second_factor_reset_requested: {
    text: m.second_factor_reset_requested,
    Icon: ShieldAlert,
    isAlarming: true,
  },
  second_factor_reset_cancelled: {
    text: m.event_second_factor_reset_cancelled,
    Icon: ShieldCheck,
  },
  second_factor_reset: { text: m.second_factor_reset, Icon: ShieldAlert, isAlarming: true },
}

/** Lists the recent security events of the account. */
export function SecurityActivity() {
  const query = useRead(listSecurityEvents, {})
  return (
    <section aria-labelledby="activity" className="grid gap-4">
      <div>
        <h2 id="activity" className="text-[1.35rem]">
          {m.activity_title()}
        </h2>
        <p className="mt-2 text-soft">{m.activity_lead()}</p>
      </div>
      <Loaded query={query} skeleton={<EventSkeletons />}>
        {({ events }) => <EventList events={events} />}
      </Loaded>
    </section>
  )
}

function EventList({ events }: { events: SecurityEvent[] }) {
  const [isExpanded, setIsExpanded] = useState(false)
  const visibleEvents = isExpanded ? events : events.slice(0, INITIALLY_SHOWN)
  return (
    <Card panel>
      <ol className="grid gap-4">
        {visibleEvents.map(event => (
          <EventRow key={event.id} event={event} />
        ))}
      </ol>
      {events.length === 0 && <p className="text-soft">{m.activity_empty()}</p>}
      {visibleEvents.length < events.length && (
        <Button kind="ghost" size="small" className="mt-5" onClick={() => setIsExpanded(true)}>
          {m.activity_more()}
        </Button>
      )}
    </Card>
  )
}

/** Shows one event, with the browser and the place of whoever caused it. */
export function EventRow({ event }: { event: SecurityEvent }) {
  const { text, Icon, isAlarming } = EVENT_APPEARANCES[event.kind]
  return (
    <li className="flex items-start gap-3.5">
      <Icon
        aria-hidden
        size={19}
        className={cx('mt-0.5 shrink-0', isAlarming ? 'text-warn' : 'text-soft')}
      />
      <div className="min-w-0 flex-1">
        <p className="font-[560]">{text()}</p>
        <p className="figures flex flex-wrap gap-x-3 text-small text-soft">
          <time dateTime={event.at}>{formatDateTime(event.at)}</time>
          {/* What the shop or MercadoPago did has no place. */}
          {event.place && (
            <span>
              {formatDeviceName(event)} · {event.place}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}

function EventSkeletons() {
  return (
    <Card panel>
      <div className="grid gap-4">
        {[0, 1, 2].map(index => (
          <div key={index} className="grid grid-cols-[minmax(0,1fr)] gap-2 pl-8">
            <Skeleton className="h-5 w-56 max-w-full" />
            <Skeleton className="h-4 w-72 max-w-full" />
          </div>
        ))}
      </div>
    </Card>
  )
}
