import { lazy, Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { addTotp, type startTotpSetup } from '#contract/accounts/second-factors.ts'
import { TotpCode } from '#contract/accounts/second-step.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import { type ApiFailure, callEndpoint } from '#web/api/client.ts'
import { FormFailure } from '#web/shared/forms/form-failure.tsx'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { persistently } from '#web/ui/load-code.ts'

const QrImage = lazy(
  persistently(() =>
    import('#web/shared/share/qr-image.tsx').then(module => ({ default: module.QrImage })),
  ),
)

const SetupForm = z.object({ code: TotpCode })

/** Shows the secret of an authenticator app as a QR code and as text, and asks for a code of the app. */
export function TotpSetup({
  setup: { setup, secret, uri },
  onCancel,
  onAdded,
}: {
  setup: EndpointReply<typeof startTotpSetup>
  onCancel: () => void
  onAdded: (recoveryCodes: string[] | null) => Promise<void>
}) {
  const { form, errorOf, showErrors } = useEndpointForm(SetupForm, ['code'])
  const [failure, setFailure] = useState<ApiFailure>()
  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(undefined)
    const result = await callEndpoint(addTotp, { body: { setup, code } })
    if (result.ok) return onAdded(result.body.recoveryCodes)
    if (result.code === 'ERROR_SECOND_FACTOR_CODE')
      return form.setError('code', { message: result.code }, { shouldFocus: true })
    setFailure(result)
  }, showErrors)

  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={submit}>
      <div className="grid justify-items-center gap-5 sm:flex sm:items-center">
        <Suspense fallback={<Skeleton className="size-44" />}>
          <QrImage text={uri} label={m.totp_qr_label()} />
        </Suspense>
        <div className="grid min-w-0 justify-items-start gap-2">
          <p className="text-small text-soft">{m.totp_secret()}</p>
          <p className="figures font-mono [overflow-wrap:anywhere]">
            {secret.replace(/.{4}(?=.)/g, '$& ')}
          </p>
          <CopyButton
            size="small"
            text={secret}
            label={m.recovery_codes_copy()}
            copiedLabel={m.copied()}
          />
        </div>
      </div>
      <Field
        label={m.totp_code()}
        hint={m.totp_code_hint()}
        autoComplete="one-time-code"
        inputMode="numeric"
        error={errorOf('code')}
        {...form.register('code')}
      />
      <FormFailure title={m.second_factor_failed_title()} failure={failure} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button kind="ghost" onClick={onCancel}>
          {m.cancel()}
        </Button>
        <SubmitButton isReady={form.formState.isValid} pending={form.formState.isSubmitting}>
          {m.totp_activate()}
        </SubmitButton>
      </div>
    </form>
  )
}
