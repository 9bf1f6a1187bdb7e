import { useState, type ReactNode } from 'react'
import { type User, listProviders } from '#contract/accounts/user.ts'
import * as m from '#messages'
import { useRead } from '#web/api/query.ts'
import { GoogleLogo } from '#web/features/accounts/google/google-sign-in-button.tsx'
import { formatDate } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { AtSign } from '#web/ui/icons/at-sign.tsx'
import { KeyRound } from '#web/ui/icons/key-round.tsx'
import { ShieldCheck } from '#web/ui/icons/shield-check.tsx'
import { ChangeEmailForm } from './change-email.tsx'
import { ChangePasswordForm } from './change-password.tsx'
import { GoogleLink } from './google-link.tsx'
import { SetPasswordForm } from './set-password.tsx'

/** Shows the email, the password, the second factor and the Google sign-in, each with a way to change it. */
export function SignInMethods({ user }: { user: User }) {
  const { features } = useSiteSettings()
  const { data } = useRead(listProviders, {})
  // The loader data are shown until the query has loaded newer data.
  const { hasPassword, providers } = data ?? user
  const isProtected = user.secondFactor.isActive
  const google = providers.find(({ provider }) => provider === 'google')
  const isLinked = google?.linked ?? false
  const [openDialog, setOpenDialog] = useState<'email' | 'password'>()
  const close = () => setOpenDialog(undefined)

  return (
    <section aria-labelledby="ways" className="grid gap-4">
      <h2 id="ways" className="text-[1.35rem]">
        {m.security_ways()}
      </h2>
      <Card panel>
        <ul className="grid divide-y divide-line">
          <SignInMethod
            icon={<AtSign aria-hidden size={21} />}
            title={m.security_email()}
            chip={user.isVerified && <Chip tone="jade">{m.security_verified()}</Chip>}
            value={user.email}
            hint={hasPassword ? m.security_email_hint() : m.change_email_needs_password()}
            action={
              hasPassword && (
                <Button kind="ghost" size="small" onClick={() => setOpenDialog('email')}>
                  {m.security_change_email()}
                </Button>
              )
            }
          />
          <SignInMethod
            icon={<KeyRound aria-hidden size={21} />}
            title={m.security_password()}
            hint={hasPassword ? m.security_password_there() : m.security_password_none()}
            action={
              <Button
                kind={hasPassword ? 'ghost' : 'primary'}
                size="small"
                onClick={() => setOpenDialog('password')}
              >
                {hasPassword ? m.security_change_password() : m.security_set_password()}
              </Button>
            }
          />
          <SignInMethod
            icon={<ShieldCheck aria-hidden size={21} />}
            title={m.second_factor_title()}
            chip={isProtected && <Chip tone="jade">{m.second_factor_on()}</Chip>}
            hint={isProtected ? m.second_factor_hint_on() : m.second_factor_hint_off()}
            action={
              <LinkButton kind="ghost" size="small" to={paths.secondFactor()}>
                {isProtected ? m.second_factor_manage() : m.second_factor_set_up()}
              </LinkButton>
            }
          />
          {(features.googleSignIn || isLinked) && (
            <SignInMethod
              icon={<GoogleLogo />}
              title={m.security_google()}
              hint={googleHint(isLinked, hasPassword, google?.createdAt ?? null)}
              action={<GoogleLink linked={isLinked} hasPassword={hasPassword} />}
            />
          )}
        </ul>
      </Card>
      <Modal
        open={openDialog === 'email'}
        onClose={close}
        title={m.security_change_email()}
        description={m.change_email_text()}
        closeLabel={m.close()}
      >
        <ChangeEmailForm email={user.email} onClose={close} />
      </Modal>
      <Modal
        open={openDialog === 'password'}
        onClose={close}
        title={hasPassword ? m.security_change_password() : m.security_set_password()}
        description={hasPassword ? m.security_password_there() : m.set_password_text()}
        closeLabel={m.close()}
      >
        {hasPassword ? (
          <ChangePasswordForm email={user.email} onClose={close} />
        ) : (
          <SetPasswordForm email={user.email} onClose={close} />
        )}
      </Modal>
    </section>
  )
}

function googleHint(isLinked: boolean, hasPassword: boolean, since: string | null): string {
  if (!isLinked) return m.security_google_none()
  const linkedText = since
    ? m.security_google_since({ date: formatDate(since) })
    : m.security_google_linked()
  return hasPassword ? linkedText : `${linkedText} ${m.security_google_needs_password()}`
}

function SignInMethod({
  icon,
  title,
  chip,
  value,
  hint,
  action,
}: {
  icon: ReactNode
  title: string
  chip?: ReactNode
  value?: string
  hint: string
  action: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-5 first:pt-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-tint text-soft">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="text-base">{title}</h3>
          {chip}
        </div>
        {value && <p className="[overflow-wrap:anywhere]">{value}</p>}
        <p className="text-small text-soft">{hint}</p>
      </div>
      {action}
    </li>
  )
}
