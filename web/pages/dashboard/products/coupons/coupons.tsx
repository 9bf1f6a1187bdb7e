import { useRef, useState } from 'react'
import { type OwnProduct, listOwnProducts } from '#contract/products/products.ts'
import { listCoupons, createCoupon } from '#contract/prices/coupons.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { List } from '#web/shared/lists/list.tsx'
import { useListPage } from '#web/shared/lists/use-list-page.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { Plus } from '#web/ui/icons/plus.tsx'
import { CouponCard } from './coupon-card.tsx'
import { NO_TERMS, NewCouponTexts, TERM_NAMES } from './coupon-terms.ts'
import { TermFields } from './term-fields.tsx'

/** The seller's coupons, the newest first, and a form for a new one. It is a view of the page of the products. */
export default function Coupons() {
  const page = useListPage({})
  const query = useRead(listCoupons, { query: page.query })
  const productsQuery = useRead(listOwnProducts, {})
  const products = (productsQuery.data?.products ?? []).filter(({ price }) => price > 0)
  const [isCreating, setIsCreating] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid justify-items-start gap-2.5">
          <h1 ref={heading} tabIndex={-1} className="text-title">
            {m.coupons_title()}
          </h1>
          <p className="max-w-[44em] text-soft">{m.coupons_lead()}</p>
          <LinkButton to={paths.dashboardProducts()} kind="ghost" size="small">
            {m.products_back()}
          </LinkButton>
        </div>
        {!isCreating && (
          <Button icon={<Plus aria-hidden size={19} />} onClick={() => setIsCreating(true)}>
            {m.coupon_new()}
          </Button>
        )}
      </header>
      {isCreating && (
        <NewCoupon
          products={products}
          onDone={() => {
            setIsCreating(false)
            heading.current?.focus()
          }}
        />
      )}
      {query.data?.coupons.length === 0 && !isCreating ? (
        <EmptyState art="emptyRack" title={m.coupons_empty()}>
          {m.coupons_empty_text()}
        </EmptyState>
      ) : (
        <List
          query={query}
          pages={page.stepsFrom(query.currentData)}
          rows={({ coupons }) => coupons}
          empty={m.coupons_empty_text()}
          skeleton={<Skeleton className="h-60 rounded-card" />}
        >
          {coupons => (
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {coupons.map(coupon => (
                <li key={coupon.id}>
                  <CouponCard coupon={coupon} products={products} />
                </li>
              ))}
            </ul>
          )}
        </List>
      )}
    </div>
  )
}

function NewCoupon({ products, onDone }: { products: readonly OwnProduct[]; onDone: () => void }) {
  const [create] = useWrite(createCoupon)
  return (
    <Card panel>
      <h2 className="mb-5 text-h3">{m.coupon_new()}</h2>
      <CallForm
        schema={NewCouponTexts}
        fields={['code', 'kind', 'value', ...TERM_NAMES]}
        defaultValues={{ code: '', kind: 'percent', value: '', ...NO_TERMS }}
        send={body => toCallResult(create({ body }))}
        errorFields={{ ERROR_COUPON_EXISTS: 'code' }}
        failure={m.coupon_failed()}
        onDone={({ code }) => {
          showToast('success', m.coupon_created({ code }))
          onDone()
        }}
        submit={m.coupon_create()}
        align="stack"
        onCancel={onDone}
      >
        {({ form, field }) => (
          <>
            <Field
              label={m.coupon_code()}
              hint={m.coupon_code_hint()}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              {...field('code')}
            />
            <div className="grid gap-5 sm:grid-cols-2">
              <Select
                label={m.coupon_kind()}
                options={[
                  { value: 'percent', label: m.coupon_kind_percent() },
                  { value: 'amount', label: m.coupon_kind_amount() },
                ]}
                {...field('kind')}
              />
              <Field
                label={m.coupon_value()}
                inputMode="numeric"
                autoComplete="off"
                {...field('value')}
              />
            </div>
            <TermFields register={form.register} field={field} products={products} />
          </>
        )}
      </CallForm>
    </Card>
  )
}
