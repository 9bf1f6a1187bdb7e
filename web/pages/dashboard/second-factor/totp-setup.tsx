import { lazy, Suspense } from 'react'
import * as z from 'zod/mini'
import { addTotp, type startTotpSetup } from '#contract/accounts/second-factors.ts'
import { TotpCode } from '#contract/accounts/second-step.ts'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
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
  return (
    <CallForm
      schema={SetupForm}
      fields={['code']}
      send={({ code }) => callEndpoint(addTotp, { body: { setup, code } })}
      failure={m.second_factor_failed_title()}
      errorFields={{ ERROR_SECOND_FACTOR_CODE: 'code' }}
      onDone={({ recoveryCodes }) => onAdded(recoveryCodes)}
      submit={m.totp_activate()}
      align="dialog"
      onCancel={onCancel}
    >
      {({ field }) => (
        <>
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
            {...field('code')}
          />
        </>
      )}
    </CallForm>
  )
}
