import * as z from 'zod/mini'
import { schedulePublication } from '#contract/products/working-copy.ts'
import { issueKey } from '#contract/core/fields.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { useCaptchaCall } from '#web/shared/forms/use-captcha-call.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { CalendarClock } from '#web/ui/icons/calendar-clock.tsx'

/** A time as browsers give it: without a zone, so it is in that of the device. */
const Schedule = z.object({
  publishAt: z
    .string()
    .check(z.refine(text => !Number.isNaN(Date.parse(text)), issueKey('issue_publish_at'))),
})
type Schedule = z.infer<typeof Schedule>

/**
 * Sets the time at which a product or its changes are published by themselves.
 * @param save saves what was typed before; it returns whether it could
 */
export function ScheduleForm({
  productId,
  save,
}: {
  productId: number
  save: () => Promise<boolean>
}) {
  const [write] = useWrite(schedulePublication)
  const schedule = useCaptchaCall(schedulePublication, input => toCallResult(write(input)))
  return (
    <div className="border-t border-line pt-5">
      <CallForm<Schedule, Schedule, unknown>
        schema={Schedule}
        hasCaptcha
        fields={['publishAt']}
        defaultValues={{ publishAt: '' }}
        send={async ({ publishAt }) => {
          // If it fails, the page says so beside the button to publish.
          if (!(await save())) return undefined
          const body = { publishAt: new Date(publishAt).toISOString() }
          return schedule({ params: { id: productId }, body })
        }}
        failure={m.draft_schedule_failed()}
        onDone={() => showToast('success', m.draft_scheduled())}
        submit={m.draft_schedule_go()}
        submitKind="ghost"
        align="start"
        className="grid gap-3"
      >
        {({ field }) => (
          <Field
            type="datetime-local"
            label={
              <span className="inline-flex items-center gap-2">
                <CalendarClock aria-hidden size={17} />
                {m.draft_schedule()}
              </span>
            }
            hint={m.draft_schedule_hint()}
            className="max-w-80"
            {...field('publishAt')}
          />
        )}
      </CallForm>
    </div>
  )
}
