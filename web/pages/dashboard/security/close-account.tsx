import { Check, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { CurrentPassword } from '#contract/accounts/passwords.ts'
import { deleteAccount } from '#contract/accounts/user.ts'
import { issueKey } from '#contract/core/fields.ts'
import * as m from '#messages'
import { signOut } from '#web/api/session.ts'
import { paths } from '#web/paths.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ModalForm } from './modal-form.tsx'

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

/**
 * Returns a function that closes the account. It opens the next page before it ends the session, because the session
 * guard would otherwise redirect to the login page.
 */
function useCloseAccount() {
  const remove = useCaptchaCall(deleteAccount)
  const navigate = useNavigate()
  return async (password?: string) => {
    const result = await remove({ body: password === undefined ? {} : { password } })
    if (!result.ok) {
      showFailureToast(m.close_account_failed(), result)
      return result.code
    }
    showToast('success', m.close_account_done())
    await navigate(paths.home(), { replace: true })
    await signOut()
    return undefined
  }
}

const PasswordProof = z.object({ password: CurrentPassword })

function ConfirmByPassword({ onClose }: { onClose: () => void }) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(PasswordProof, [
    'password',
  ])
  const closeAccount = useCloseAccount()

  const submit = form.handleSubmit(async ({ password }) => {
    const message = await closeAccount(password)
    if (message === 'ERROR_PASSWORD_INVALID_CURRENT_PASSWORD')
      form.setError('password', { message }, { shouldFocus: true })
  }, showErrors)

  return (
    <ModalForm
      danger
      onSubmit={submit}
      onCancel={onClose}
      fieldErrors={fieldErrors}
      attempt={attempt}
      isReady={form.formState.isValid}
      pending={form.formState.isSubmitting}
      submit={m.close_account_submit()}
    >
      <PasswordField
        label={m.close_account_password()}
        showLabel={m.show_password()}
        hideLabel={m.hide_password()}
        error={errorOf('password')}
        {...form.register('password')}
      />
    </ModalForm>
  )
}

const Confirmation = z.object({ sure: z.literal(true, { error: issueKey('issue_sure') }) })

/** The dialog for users without a password, who confirm the closing with a checkbox. */
function ConfirmByCheckbox({ onClose }: { onClose: () => void }) {
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(Confirmation, [
    'sure',
  ])
  const closeAccount = useCloseAccount()

  return (
    <ModalForm
      danger
      onSubmit={form.handleSubmit(async () => void (await closeAccount()), showErrors)}
      onCancel={onClose}
      fieldErrors={fieldErrors}
      attempt={attempt}
      isReady={form.formState.isValid}
      pending={form.formState.isSubmitting}
      submit={m.close_account_submit()}
    >
      <Checkbox label={m.close_account_sure()} error={errorOf('sure')} {...form.register('sure')} />
    </ModalForm>
  )
}
