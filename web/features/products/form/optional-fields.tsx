import type { ReactNode } from 'react'
import { AI_USES, LIMITS } from '#contract/core/limits.ts'
import { parseWholeAmount } from '#contract/core/parse-amount.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'
import { getAiUseName } from '#web/shared/ai-use-names.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Switch } from '#web/ui/forms/toggles.tsx'
import { FormSection } from './form-section.tsx'
import { OptionalRow } from './optional-row.tsx'
import {
  type FieldGroupProps,
  type ProductInput,
  GuaranteeField,
  PriceOptions,
  TextFields,
} from './product-fields.tsx'

/**
 * What a product does not need, as rows that open one by one.
 * @param previews the list of preview images, with their number
 */
export function OptionalFields({
  form,
  field,
  previews,
}: FieldGroupProps & { previews: { count: number; list: ReactNode } }) {
  const { currency } = useSiteSettings()
  const { errors } = form.formState
  const hasError = (...names: (keyof ProductInput)[]) => names.some(name => errors[name])
  const [points, about, video, isDynamic, offer, days, aiUse, section, isFirst] = form.watch([
    'points',
    'about',
    'videoUrl',
    'isPriceDynamic',
    'offerPrice',
    'guaranteeDays',
    'aiUse',
    'section',
    'isFirst',
  ])
  const offerPrice = parseWholeAmount(String(offer ?? ''))
  const fieldProps = { form, field }
  return (
    <FormSection title={m.create_optional()}>
      <div className="min-w-0">
        <OptionalRow
          title={m.create_optional_texts()}
          value={joinNames([
            points && m.create_points(),
            about && m.create_about(),
            video && m.create_video(),
          ])}
          hasError={hasError('points', 'about', 'videoUrl')}
        >
          <TextFields {...fieldProps} />
        </OptionalRow>
        <OptionalRow title={m.previews_title()} value={previews.count ? `${previews.count}` : ''}>
          {previews.list}
        </OptionalRow>
        <OptionalRow
          title={m.create_optional_price()}
          value={joinNames([
            isDynamic && m.create_dynamic(),
            offerPrice !== undefined && formatPrice(offerPrice, currency),
          ])}
          hasError={hasError('suggestedPrice', 'offerPrice', 'offerUntil')}
        >
          <PriceOptions {...fieldProps} />
        </OptionalRow>
        <OptionalRow
          title={m.create_optional_guarantee()}
          value={typeof days === 'string' && days ? m.create_optional_days({ days }) : ''}
          hasError={hasError('guaranteeDays')}
        >
          <GuaranteeField {...fieldProps} />
        </OptionalRow>
        <OptionalRow
          title={m.ai_use()}
          value={aiUse ? getAiUseName(aiUse) : ''}
          hasError={hasError('aiUse')}
        >
          <Select
            label={m.ai_use_question()}
            hint={m.ai_use_hint()}
            placeholder={m.ai_use_unsaid()}
            options={AI_USES.map(value => ({ value, label: getAiUseName(value) }))}
            {...field('aiUse')}
            value={aiUse ?? ''}
          />
        </OptionalRow>
        <OptionalRow
          title={m.kiosk_place()}
          value={joinNames([isFirst === true && m.kiosk_first(), section])}
          hasError={hasError('section')}
        >
          <Field
            label={m.kiosk_section()}
            hint={m.kiosk_section_hint()}
            placeholder={m.kiosk_section_placeholder()}
            autoComplete="off"
            maxLength={2 * LIMITS.section.max}
            {...field('section')}
          />
          <Switch
            label={m.kiosk_first()}
            hint={m.kiosk_first_hint()}
            {...form.register('isFirst')}
          />
        </OptionalRow>
      </div>
    </FormSection>
  )
}

const joinNames = (names: readonly (string | false | undefined)[]) =>
  names.filter(Boolean).join(' · ')
