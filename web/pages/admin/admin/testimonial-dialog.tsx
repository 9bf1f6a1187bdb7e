import { TestimonialForm, type AdminTestimonial } from '#contract/admin/testimonials.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { showResultToast } from '#web/features/admin/admin-action-button.tsx'
import { adminApi } from '#web/features/admin/api.ts'
import { useEndpointForm } from '#web/shared/forms/use-endpoint-form.ts'
import { SubmitButton } from '#web/shared/forms/submit-button.tsx'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { Modal } from '#web/ui/overlays/modal.tsx'

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
  const { form, errorOf, attempt, showErrors, fieldErrors } = useEndpointForm(
    TestimonialForm,
    ['name', 'trade', 'quote', 'language', 'username'],
    {
      defaultValues: {
        name: testimonial?.name ?? '',
        trade: testimonial?.trade ?? '',
        quote: testimonial?.quote ?? '',
        language: testimonial?.language ?? getLocale(),
        username: testimonial?.username ?? '',
        hidden: testimonial?.hidden ?? false,
      },
    },
  )
  const [add] = adminApi.useAddTestimonialMutation()
  const [change] = adminApi.useChangeTestimonialMutation()
  const { register, formState } = form

  const save = async (body: TestimonialForm) => {
    const result = testimonial
      ? await change({ params: { id: testimonial.id }, body })
      : await add({ body })
    if (showResultToast(result)) onDone()
    else if (result.error && 'code' in result.error && result.error.code === 'USER_NOT_FOUND')
      form.setError(
        'username',
        { type: 'server', message: result.error.code },
        { shouldFocus: true },
      )
  }
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(save, showErrors)}
    >
      <ErrorSummary title={m.form_problems()} errors={fieldErrors} attempt={attempt} />
      <TextArea
        label={m.admin_testimonial_quote()}
        rows={4}
        counterMax={LIMITS.testimonial.quote.max}
        defaultValue={testimonial?.quote}
        error={errorOf('quote')}
        {...register('quote')}
      />
      <Field
        label={m.admin_testimonial_name()}
        hint={m.admin_testimonial_name_hint()}
        autoComplete="off"
        error={errorOf('name')}
        {...register('name')}
      />
      <Field
        label={m.admin_testimonial_trade()}
        autoComplete="off"
        error={errorOf('trade')}
        {...register('trade')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={m.admin_testimonial_username()}
          hint={m.admin_testimonial_username_hint()}
          aside={m.optional()}
          prefix="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errorOf('username')}
          {...register('username')}
        />
        <Select
          label={m.admin_testimonial_language()}
          options={[
            { value: 'es', label: m.admin_testimonial_spanish() },
            { value: 'en', label: m.admin_testimonial_english() },
          ]}
          error={errorOf('language')}
          {...register('language')}
        />
      </div>
      <Checkbox label={m.admin_testimonial_hidden()} {...register('hidden')} />
      <SubmitButton
        isReady={formState.isValid}
        pending={formState.isSubmitting}
        className="justify-self-end"
      >
        {m.admin_testimonial_save()}
      </SubmitButton>
    </form>
  )
}
