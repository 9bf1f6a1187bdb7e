import {
  TestimonialForm,
  type AdminTestimonial,
  addTestimonial,
  changeTestimonial,
} from '#contract/admin/testimonials.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { useWrite } from '#web/api/query.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** A dialog to add or change a testimonial. */
export function TestimonialDialog({
  testimonial,
  onClose,
}: {
  testimonial?: AdminTestimonial
  onClose: () => void
}) {
  return (
    <Modal
      open
      onClose={onClose}
      title={testimonial ? m.admin_testimonial_change_title() : m.admin_testimonial_add()}
      closeLabel={m.close()}
    >
      <Form testimonial={testimonial} onDone={onClose} />
    </Modal>
  )
}

function Form({
  testimonial,
  onDone,
}: {
  testimonial: AdminTestimonial | undefined
  onDone: () => void
}) {
  const [add] = useWrite(addTestimonial)
  const [change] = useWrite(changeTestimonial)
  return (
    <CallForm
      schema={TestimonialForm}
      fields={['name', 'trade', 'quote', 'language', 'username']}
      defaultValues={{
        name: testimonial?.name ?? '',
        trade: testimonial?.trade ?? '',
        quote: testimonial?.quote ?? '',
        language: testimonial?.language ?? getLocale(),
        username: testimonial?.username ?? '',
        hidden: testimonial?.hidden ?? false,
      }}
      send={body =>
        toCallResult(testimonial ? change({ params: { id: testimonial.id }, body }) : add({ body }))
      }
      failure={m.save_failed()}
      errorFields={{ USER_NOT_FOUND: 'username' }}
      onDone={() => {
        showToast('success', m.admin_done())
        onDone()
      }}
      submit={m.admin_testimonial_save()}
      align="end"
      className="grid gap-4"
    >
      {({ field }) => (
        <>
          <TextArea
            label={m.admin_testimonial_quote()}
            rows={4}
            counterMax={LIMITS.testimonial.quote.max}
            defaultValue={testimonial?.quote}
            {...field('quote')}
          />
          <Field
            label={m.admin_testimonial_name()}
            hint={m.admin_testimonial_name_hint()}
            autoComplete="off"
            {...field('name')}
          />
          <Field label={m.admin_testimonial_trade()} autoComplete="off" {...field('trade')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={m.admin_testimonial_username()}
              hint={m.admin_testimonial_username_hint()}
              aside={m.optional()}
              prefix="@"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...field('username')}
            />
            <Select
              label={m.admin_testimonial_language()}
              options={[
                { value: 'es', label: m.admin_testimonial_spanish() },
                { value: 'en', label: m.admin_testimonial_english() },
              ]}
              {...field('language')}
            />
          </div>
          <Checkbox label={m.admin_testimonial_hidden()} {...field('hidden')} />
        </>
      )}
    </CallForm>
  )
}
