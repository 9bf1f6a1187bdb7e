import type { FieldPath, UseFormRegister } from 'react-hook-form'
import type { OwnProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import type { FieldConnector } from '#web/shared/forms/use-endpoint-form.ts'
import { Checkbox } from '#web/ui/forms/toggles.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { TermTexts } from './coupon-terms.ts'

/** The fields of the terms of a coupon: for which products, until when, how often, and from which sum on. */
export function TermFields<Input extends TermTexts>({
  register,
  field,
  products,
}: {
  register: UseFormRegister<Input>
  field: FieldConnector<Input>
  /** The products of the seller that have a price. */
  products: readonly Pick<OwnProduct, 'id' | 'name'>[]
}) {
  const connect = (name: keyof TermTexts) => field(name as FieldPath<Input>)
  return (
    <>
      <Field
        type="datetime-local"
        label={m.coupon_ends()}
        className="max-w-80"
        {...connect('endsAt')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={m.coupon_cap()}
          hint={m.coupon_optional()}
          inputMode="numeric"
          autoComplete="off"
          {...connect('cap')}
        />
        <Field
          label={m.coupon_per_buyer()}
          hint={m.coupon_optional()}
          inputMode="numeric"
          autoComplete="off"
          {...connect('perBuyer')}
        />
      </div>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {m.coupon_more()}
        </summary>
        <div className="mt-3 grid gap-5">
          <Field
            type="datetime-local"
            label={m.coupon_starts()}
            className="max-w-80"
            {...connect('startsAt')}
          />
          <Field
            label={m.coupon_minimum()}
            hint={m.coupon_no_minimum()}
            prefix="$"
            inputMode="numeric"
            autoComplete="off"
            {...connect('minimum')}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-semibold">{m.coupon_products()}</legend>
            <p className="text-small text-soft">{m.coupon_products_hint()}</p>
            {products.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                value={String(id)}
                {...register('productIds' as FieldPath<Input>)}
              />
            ))}
          </fieldset>
        </div>
      </details>
    </>
  )
}
