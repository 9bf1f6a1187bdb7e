import {
  type ConversionReceiver,
  ReceiverForm,
  type ReceiverKind,
  saveReceiver,
} from '#contract/conversions.ts'
import * as m from '#messages'
import { describeAnswer, getReceiverName } from '#messages/receivers'
import { callEndpoint } from '#web/api/client.ts'
import { formatDate } from '#web/i18n/format.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { Banner } from '#web/ui/feedback/banner.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ReceiverActions } from './receiver-actions.tsx'
import { RECEIVER_TEXTS } from './receiver-texts.ts'

/** One receiver: its form, its state, and what can be done with it. */
export function ReceiverCard({
  kind,
  receiver,
  refetch,
}: {
  kind: ReceiverKind
  receiver: ConversionReceiver | undefined
  refetch: () => PromiseLike<unknown>
}) {
  const texts = RECEIVER_TEXTS[kind]
  const name = getReceiverName(kind)
  return (
    <Card panel>
      <section aria-labelledby={`receiver-${kind}`} className="grid gap-5">
        <div className="flex flex-wrap items-center gap-3">
          <h3 id={`receiver-${kind}`} className="text-h3">
            {name}
          </h3>
          <StateChip receiver={receiver} />
        </div>
        {receiver?.offAt && (
          <Banner
            tone="bad"
            title={m.conversions_off_title({ name, date: formatDate(receiver.offAt) })}
          >
            {receiver.lastAnswer && <p>{describeAnswer(kind, receiver.lastAnswer)}</p>}
            <p>{m.conversions_off()}</p>
          </Banner>
        )}
        <CallForm
          // A form that was saved begins anew, without the secret.
          key={receiver?.savedAt ?? 'none'}
          schema={ReceiverForm}
          fields={['receiverId', 'secret']}
          defaultValues={{ kind, receiverId: receiver?.receiverId ?? '', secret: '' }}
          send={body => callEndpoint(saveReceiver, { body })}
          failure={m.save_failed()}
          submit={m.conversions_save()}
          submitKind={receiver ? 'ghost' : undefined}
          align="stack"
          className="grid min-w-0 gap-4"
          onDone={async () => {
            showToast('success', m.conversions_saved({ name }))
            await refetch()
          }}
        >
          {({ field }) => (
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <Field
                label={texts.id()}
                hint={texts.idHint()}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                {...field('receiverId')}
              />
              <PasswordField
                label={texts.secret()}
                hint={receiver ? m.conversions_secret_kept() : texts.secretHint()}
                autoComplete="off"
                showLabel={m.show_password()}
                hideLabel={m.hide_password()}
                {...field('secret')}
              />
            </div>
          )}
        </CallForm>
        {receiver && (
          <>
            <p className="text-small text-soft">{texts.refunds()}</p>
            <ReceiverActions key={receiver.savedAt} kind={kind} refetch={refetch} />
          </>
        )}
      </section>
    </Card>
  )
}

function StateChip({ receiver }: { receiver: ConversionReceiver | undefined }) {
  if (!receiver) return null
  return receiver.offAt === null ? (
    <Chip tone="jade">{m.conversions_on()}</Chip>
  ) : (
    <Chip tone="bad">{m.conversions_switched_off()}</Chip>
  )
}
