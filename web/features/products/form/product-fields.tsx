import { type ChangeEvent, type FocusEvent, useId } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { Category, CategoryProposal } from '#contract/products/categories.ts'
import { GUARANTEE_DAYS } from '#contract/products/guarantee.ts'
import type { ProductForm } from '#contract/products/products.ts'
import { VIDEO_URL_MAX } from '#contract/products/video.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { findCommissionTier, takeCommission, toMinor } from '#contract/core/money.ts'
import { parseWholeAmount } from '#contract/core/parse-amount.ts'
import { addDays, toLocalDay } from '#contract/core/time-zone.ts'
import * as m from '#messages'
import { formatMinorUnits, formatPrice, getDeviceTimeZone } from '#web/i18n/format.ts'
import { AMOUNT_MAX_LENGTH, filterAmount } from '#web/shared/forms/amount-input.ts'
import type { FieldConnector } from '#web/shared/forms/use-endpoint-form.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { Counter } from '#web/ui/forms/control.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Switch } from '#web/ui/forms/toggles.tsx'
import { SellerEarnings } from '#web/features/prices/earnings.tsx'
import { FormattedTextField } from './formatted-text/formatted-text-field.tsx'
import { LowerPriceHint } from '#web/features/prices/lower-price-hint.tsx'
import { PointsField } from './points-field.tsx'

export type ProductInput = z.input<typeof ProductForm>

/** The props that the groups of fields share. */
export interface FieldGroupProps {
  form: UseFormReturn<ProductInput, unknown, z.output<typeof ProductForm>>
  field: FieldConnector<ProductInput>
}

/**
 * The characters that the fields take. They are more than the rules allow, since a browser cuts a pasted text at the
 * limit of its field without a word, and half a name would be on sale.
 */
const NAME_INPUT_MAX_LENGTH = 100
const DESCRIPTION_INPUT_MAX_LENGTH = 1000
const VIDEO_INPUT_MAX_LENGTH = 2 * VIDEO_URL_MAX

export function NameField({ form, field }: FieldGroupProps) {
  const name = form.watch('name') ?? ''
  return (
    <Field
      label={m.create_name()}
      placeholder={m.create_name_placeholder()}
      autoComplete="off"
      maxLength={NAME_INPUT_MAX_LENGTH}
      aside={<Counter length={name.length} max={LIMITS.productName.max} />}
      {...field('name')}
    />
  )
}

export function DescriptionField({ form, field }: FieldGroupProps) {
  return (
    <TextArea
      label={m.create_description()}
      placeholder={m.create_description_placeholder()}
      counterMax={LIMITS.description.max}
      maxLength={DESCRIPTION_INPUT_MAX_LENGTH}
      defaultValue={form.formState.defaultValues?.description}
      {...field('description')}
    />
  )
}

/** The fields for what a product includes, for the text of its page and for a video. */
export function TextFields({ form, field }: FieldGroupProps) {
  return (
    <>
      <PointsField
        value={form.watch('points') ?? ''}
        error={field('points').error}
        onChange={points => form.setValue('points', points, CHANGED)}
      />
      <FormattedTextField
        label={m.create_about()}
        hint={m.create_about_hint()}
        placeholder={m.create_about_placeholder()}
        name="about"
        value={form.watch('about') ?? ''}
        error={field('about').error}
        onChange={about => form.setValue('about', about, CHANGED)}
      />
      <Field
        label={m.create_video()}
        hint={m.create_video_hint()}
        inputMode="url"
        autoComplete="off"
        maxLength={VIDEO_INPUT_MAX_LENGTH}
        placeholder="https://youtu.be/…"
        {...field('videoUrl')}
      />
    </>
  )
}

const PROPOSAL_TEXTS: Record<CategoryProposal['reason'], () => string> = {
  name: m.create_category_by_name,
  last_product: m.create_category_by_last,
  file_type: m.create_category_by_file,
}

/**
 * The selects for the category and the subcategory. Choosing another category clears the subcategory.
 * @param proposedBy what the shown category was chosen by, if not by the seller
 * @param onChoose is called when the seller chooses
 */
export function CategoryFields({
  form,
  field,
  categories,
  proposedBy,
  onChoose,
}: FieldGroupProps & {
  categories: readonly Category[]
  proposedBy: CategoryProposal['reason'] | undefined
  onChoose: () => void
}) {
  const hintId = useId()
  const categoryId = form.watch('categoryId') ?? ''
  const category = categories.find(({ id }) => id === Number(categoryId))
  const toOptions = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="grid gap-1.5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={m.create_category()}
          placeholder={m.create_choose()}
          options={toOptions(categories)}
          aria-describedby={proposedBy && hintId}
          {...field('categoryId', {
            onChange: () => {
              onChoose()
              form.setValue('subcategoryId', '', { shouldValidate: form.formState.isSubmitted })
            },
          })}
          value={categoryId}
        />
        <Select
          label={m.create_subcategory()}
          placeholder={category ? m.create_choose() : m.create_category_first()}
          options={toOptions(category?.subcategories ?? [])}
          aria-disabled={category ? undefined : true}
          aria-describedby={proposedBy && hintId}
          {...field('subcategoryId', { onChange: onChoose })}
          value={form.watch('subcategoryId') ?? ''}
        />
      </div>
      {/* Screen readers announce it when it appears, so its element is there before. */}
      <output id={hintId} className="text-tiny text-soft">
        {proposedBy && PROPOSAL_TEXTS[proposedBy]()}
      </output>
    </div>
  )
}

/** The field for the days of the guarantee. */
export function GuaranteeField({ field }: FieldGroupProps) {
  const { days } = useSiteSettings().withdrawal
  return (
    <Field
      label={m.create_guarantee()}
      inputMode="numeric"
      autoComplete="off"
      maxLength={2}
      hint={m.create_guarantee_hint({ ...GUARANTEE_DAYS, days })}
      {...field('guaranteeDays')}
    />
  )
}

/** Returns the price that the text of the field means, or NaN. */
export const parsePrice = (text: ProductInput['price'] | undefined): number =>
  parseWholeAmount(String(text ?? '')) ?? NaN

const CHANGED = { shouldDirty: true, shouldValidate: true } as const

/** Returns the props of fields for amounts, which keep what else is typed out and drop separators. */
function useAmountFields({ form, field }: FieldGroupProps) {
  return (name: 'price' | 'suggestedPrice' | 'offerPrice') => {
    // A field that is not shown must not keep the form from being sent.
    const shouldUnregister = name === 'suggestedPrice'
    const amountField = field(name, {
      deps: ['suggestedPrice', 'offerPrice', 'offerUntil'],
      shouldUnregister,
    })
    return {
      prefix: '$',
      inputMode: 'numeric',
      autoComplete: 'off',
      maxLength: AMOUNT_MAX_LENGTH,
      ...amountField,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        filterAmount(event)
        void amountField.onChange(event)
      },
      onBlur: (event: FocusEvent<HTMLInputElement>) => {
        const amount = parseWholeAmount(event.target.value)
        if (amount !== undefined) form.setValue(name, String(amount), CHANGED)
        void amountField.onBlur(event)
      },
    } as const
  }
}

/** The field for the price, or the lowest one, with hints and the seller's earnings. */
export function PriceField(props: FieldGroupProps) {
  const { form } = props
  const { currency } = useSiteSettings()
  const connect = useAmountFields(props)
  const isDynamic = form.watch('isPriceDynamic') === true
  const price = parsePrice(form.watch('price'))
  return (
    <div className="grid gap-3">
      <Field
        label={isDynamic ? m.create_price_minimum() : m.create_price()}
        hint={m.create_price_hint({ currency })}
        className="sm:max-w-60"
        {...connect('price')}
      />
      <div>
        <LowerPriceHint price={price} />
        <SellerEarnings price={price} isDynamic={isDynamic} />
      </div>
    </div>
  )
}

/** The switch that makes the price the lowest one, the suggestion above it, and the offer. */
export function PriceOptions(props: FieldGroupProps) {
  const { form, field } = props
  const connect = useAmountFields(props)
  const isDynamic = form.watch('isPriceDynamic') === true
  const price = parsePrice(form.watch('price'))
  const offerPrice = parsePrice(form.watch('offerPrice'))
  return (
    <>
      <Switch
        label={m.create_dynamic()}
        hint={m.create_dynamic_hint()}
        {...form.register('isPriceDynamic', { deps: ['suggestedPrice', 'offerPrice'] })}
      />
      {isDynamic && (
        <div className="grid gap-3">
          <Field
            label={m.create_suggested_price()}
            hint={m.create_suggested_price_hint()}
            className="sm:max-w-60"
            {...connect('suggestedPrice')}
          />
          <LowerPriceHint price={parsePrice(form.watch('suggestedPrice'))} lowestPrice={price} />
        </div>
      )}
      {/* A typed offer that a dynamic price does not allow is shown, so that it can be removed. */}
      {(!isDynamic || offerPrice > 0) && (
        <div className="grid gap-3">
          <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
            <Field
              label={m.create_offer_price()}
              hint={m.create_offer_price_hint()}
              {...connect('offerPrice')}
            />
            {offerPrice > 0 && <OfferEndField form={form} field={field} />}
          </div>
          {offerPrice > 0 && offerPrice < price && (
            <OfferEarnings price={price} offerPrice={offerPrice} />
          )}
        </div>
      )}
    </>
  )
}

/** Returns when a day ends in the zone of the device. A time without a zone is in that one. */
const getEndOfDay = (day: string): Date => new Date(`${addDays(day, 1)}T00:00`)

/** The last day of an offer, which the form keeps as the moment of its end. */
function OfferEndField({ form, field }: FieldGroupProps) {
  const zone = getDeviceTimeZone()
  const end = Date.parse(form.watch('offerUntil') ?? '')
  const { error, name } = field('offerUntil')
  return (
    <Field
      type="date"
      label={m.create_offer_until()}
      hint={m.create_offer_until_hint()}
      name={name}
      error={error}
      value={Number.isNaN(end) ? '' : toLocalDay(new Date(end - 1), zone)}
      onChange={({ target: { value } }) =>
        form.setValue('offerUntil', value === '' ? '' : getEndOfDay(value).toISOString(), CHANGED)
      }
    />
  )
}

/** Shows how much the seller receives during an offer, and what that depends on. */
function OfferEarnings({ price, offerPrice }: { price: number; offerPrice: number }) {
  const { commissionTiers, currency } = useSiteSettings()
  const { percent } = findCommissionTier(price, commissionTiers)
  const keptMinor = toMinor(offerPrice) - takeCommission(toMinor(offerPrice), percent, currency)
  return (
    <p className="figures text-small">
      <output>
        {m.create_offer_kept({
          kept: formatMinorUnits(keptMinor, currency),
          price: formatPrice(price, currency),
        })}
      </output>{' '}
      <span className="text-soft">{m.create_offer_rule()}</span>
    </p>
  )
}
