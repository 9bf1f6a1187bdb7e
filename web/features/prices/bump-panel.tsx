import * as z from 'zod/mini'
import {
  type OwnProduct,
  type OwnProductDetail,
  listOwnProducts,
} from '#contract/products/products.ts'
import { BUMP_PERCENT, setBump } from '#contract/prices/bumps.ts'
import { integerText } from '#contract/core/fields.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** The form: the id of the offered product, empty for none, and the percentage. */
const BumpForm = z.object({
  offeredId: z.pipe(
    z.string(),
    z.transform(text => (text === '' ? null : Number(text))),
  ),
  percent: integerText('issue_bump_percent', BUMP_PERCENT.min, BUMP_PERCENT.max),
})

/** Sets which other product buyers of a product can add with one tap, and how much cheaper it is then. */
export function BumpPanel({ product }: { product: OwnProductDetail }) {
  const { data } = useRead(listOwnProducts, {})
  const [saveBump] = useWrite(setBump)
  if (!data) return null
  const { bump } = product
  const offered = data.products.filter(other => canBeOffered(other, product))
  return (
    <div className="grid gap-5">
      <p className="text-small text-soft">{m.bump_text()}</p>
      {offered.length === 0 ? (
        <p>{m.bump_nothing()}</p>
      ) : (
        <CallForm
          schema={BumpForm}
          fields={['offeredId', 'percent']}
          defaultValues={{
            offeredId: bump ? String(bump.offeredId) : '',
            percent: String(bump?.percent ?? 0),
          }}
          send={body => toCallResult(saveBump({ params: { id: product.id }, body }))}
          errorFields={{ ERROR_BUMP_PRODUCT: 'offeredId' }}
          failure={m.bump_failed()}
          onDone={({ bump }) =>
            showToast('success', bump === null ? m.bump_removed() : m.bump_saved())
          }
          submit={m.save()}
          submitKind="ghost"
          align="start"
        >
          {({ field }) => (
            <div className="grid gap-5 sm:grid-cols-2">
              <Select
                label={m.bump_product()}
                placeholder={m.bump_none()}
                options={offered.map(({ id, name, price, currency }) => ({
                  value: id,
                  label: m.bump_option({ name, price: formatPrice(price, currency) }),
                }))}
                {...field('offeredId')}
              />
              <Field
                label={m.bump_percent()}
                hint={m.bump_percent_hint()}
                inputMode="numeric"
                autoComplete="off"
                {...field('percent')}
              />
            </div>
          )}
        </CallForm>
      )}
    </div>
  )
}

/** Tells whether a product of the seller can be offered beside another one. */
const canBeOffered = (other: OwnProduct, { id }: { id: number }): boolean =>
  other.id !== id &&
  other.state !== 'draft' &&
  other.pack === null &&
  !other.isPriceDynamic &&
  other.price > 0
