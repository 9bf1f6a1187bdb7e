import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/passwords.ts'
import { deleteAccount } from '#contract/accounts/user.ts'
import { issueKey } from '#contract/core/fields.ts'
import * as m from '#messages'
import { signOut } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { EndpointForm } from '#web/shared/forms/endpoint-form.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Check } from '#web/ui/icons/check.tsx'
import { X } from '#web/ui/icons/x.tsx'

/** The section of the security page in which the user closes the account. */
export function CloseAccountSection({ hasPassword }: { hasPassword: boolean }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const close = () => setIsDialogOpen(false)
  return (
    <section
      aria-labelledby="close-account"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-panel border border-line p-6 sm:px-8"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 id="close-account" className="text-[1.35rem]">
          {m.close_account()}
        </h2>
        <p className="mt-2 text-soft">{m.close_account_lead()}</p>
      </div>
      <Button kind="ghost" onClick={() => setIsDialogOpen(true)}>
        {m.close_account()}
      </Button>
      <Modal
        open={isDialogOpen}
        onClose={close}
        title={m.close_account_title()}
        closeLabel={m.close()}
      >
        <Consequences />
        {hasPassword ? (
          <ConfirmByPassword onClose={close} />
        ) : (
          <ConfirmByCheckbox onClose={close} />
        )}
      </Modal>
    </section>
  )
}

function Consequences() {
  const deletedThings = [
    m.close_account_goes_data(),
    m.close_account_goes_products(),
    m.close_account_goes_sessions(),
  ]
  const keptThings = [m.close_account_stays_files(), m.close_account_stays_orders()]
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <Column
        title={m.close_account_goes()}
        points={deletedThings}
        icon={<X aria-hidden size={17} strokeWidth={3} className="mt-0.5 shrink-0 text-bad" />}
      />
      <Column
        title={m.close_account_stays()}
        points={keptThings}
        icon={<Check aria-hidden size={17} strokeWidth={3} className="mt-0.5 shrink-0 text-jade" />}
      />
    </div>
  )
}

function Column({ title, points, icon }: { title: string; points: string[]; icon: ReactNode }) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      <ul className="mt-2 grid gap-2 text-small text-soft">
        {points.map(point => (
          <li key={point} className="flex gap-2.5">
            {icon}
            {point}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What both forms have in common. */
function useClosingForm(onClose: () => void) {
  const navigate = useNavigate()
  return {
    endpoint: deleteAccount,
    failure: m.close_account_failed(),
    // The next page opens before the session ends, since the session guard would otherwise redirect to the login page.
    onDone: async () => {
      showToast('success', m.close_account_done())
      await navigate(paths.home(), { replace: true })
      await signOut()
    },
    submit: m.close_account_submit(),
    danger: true,
    align: 'dialog',
    onCancel: onClose,
  } as const
}

const PasswordProof = z.object({ password: CurrentPassword })

function ConfirmByPassword({ onClose }: { onClose: () => void }) {
  return (
    <EndpointForm
      {...useClosingForm(onClose)}
      schema={PasswordProof}
      fields={['password']}
      toInput={body => ({ body })}
      errorFields={{ ERROR_PASSWORD_INVALID_CURRENT_PASSWORD: 'password' }}
    >
      {({ field }) => (
        <PasswordField
          label={m.close_account_password()}
          showLabel={m.show_password()}
          hideLabel={m.hide_password()}
          {...field('password')}
        />
      )}
    </EndpointForm>
  )
}

const Confirmation = z.object({ sure: z.literal(true, { error: issueKey('issue_sure') }) })

/** The form for users without a password, who confirm the closing with a checkbox. */
function ConfirmByCheckbox({ onClose }: { onClose: () => void }) {
  return (
    <EndpointForm
      {...useClosingForm(onClose)}
      schema={Confirmation}
      fields={['sure']}
      toInput={() => ({ body: {} })}
    >
      {({ field }) => <Checkbox label={m.close_account_sure()} {...field('sure')} />}
    </EndpointForm>
  )
}
