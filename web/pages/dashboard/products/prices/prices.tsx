import { useRef, useState } from 'react'
import { listPriceBatches, changePrices } from '#contract/prices/price-changes.ts'
import { listDrafts } from '#contract/products/working-copy.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import { getPriceEndings } from '#contract/prices/price-rules.ts'
import * as m from '#messages'
import { useRead, useWrite } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { CallForm } from '#web/shared/forms/call-form.tsx'
import { toCallResult } from '#web/shared/forms/call-result.ts'
import { FailedLoads, Loaded } from '#web/shared/loaded.tsx'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { PriceBatches } from './price-batches.tsx'
import {
  ENDING_LABELS,
  PriceTexts,
  type PricedProduct,
  RULE_OPTIONS,
  listPricedProducts,
} from './price-form.ts'
import { type DryRun, PricePreview } from './price-preview.tsx'
import { ProductChoice } from './product-choice.tsx'

/** Changes the prices of many products by a rule, and lists such changes. It is a view of the page of the products. */
export default function Prices() {
  const products = useRead(listOwnProducts, {})
  const drafts = useRead(listDrafts, {})
  const batches = useRead(listPriceBatches, {})
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
      <header className="grid justify-items-start gap-2.5">
        <h1 ref={heading} tabIndex={-1} className="text-title">
          {m.prices_title()}
        </h1>
        <p className="max-w-[44em] text-soft">{m.prices_lead()}</p>
        <LinkButton to={paths.dashboardProducts()} kind="ghost" size="small">
          {m.products_back()}
        </LinkButton>
      </header>
      <FailedLoads queries={[drafts]} />
      <Loaded query={products} skeleton={<Skeleton className="h-96 rounded-card" />}>
        {({ products }) => (
          <PriceChanger
            products={listPricedProducts(products, drafts.data?.drafts ?? [])}
            onDone={() => heading.current?.focus()}
          />
        )}
      </Loaded>
      <Loaded query={batches} skeleton={<Skeleton className="h-40 rounded-card" />}>
        {({ batches }) => <PriceBatches batches={batches} />}
      </Loaded>
    </div>
  )
}

/**
 * Asks for the products and a rule, and then shows what would change before it changes. What was typed stays meanwhile.
 */
function PriceChanger({
  products,
  onDone,
}: {
  products: readonly PricedProduct[]
  onDone: () => void
}) {
  const { currency } = useSiteSettings()
  const [preview] = useWrite(changePrices, { changesNothing: true })
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number> | null>(null)
  const [dryRun, setDryRun] = useState<DryRun>()
  const [round, setRound] = useState(0)
  const form = useRef<HTMLDivElement>(null)
  if (products.length === 0)
    return (
      <Card panel>
        <p>{m.prices_none()}</p>
      </Card>
    )
  const back = () => {
    setDryRun(undefined)
    // The form is visible again once this render is on the screen.
    requestAnimationFrame(() => form.current?.querySelector('select')?.focus())
  }
  return (
    <>
      <Card panel>
        {dryRun && (
          <PricePreview
            dryRun={dryRun}
            onRenewed={setDryRun}
            onBack={back}
            onDone={() => {
              setDryRun(undefined)
              setChosenIds(null)
              setRound(round + 1)
              onDone()
            }}
          />
        )}
        <div ref={form} hidden={dryRun !== undefined}>
          <CallForm
            key={round}
            schema={PriceTexts}
            fields={['rule', 'value', 'ending', 'startsAt']}
            defaultValues={{ rule: 'raise_percent', value: '', ending: 'none', startsAt: '' }}
            send={async request => {
              const productIds = chosenIds && [...chosenIds]
              const body = { productIds, ...request, dryRun: true }
              const result = await toCallResult(preview({ body }))
              return result.ok ? { ok: true, body: { request: body, reply: result.body } } : result
            }}
            errorFields={{ 'rule.value': 'value' }}
            failure={m.prices_preview_failed()}
            onDone={setDryRun}
            submit={m.prices_preview()}
            align="stack"
          >
            {({ form, field }) => (
              <>
                <ProductChoice products={products} chosenIds={chosenIds} onChoose={setChosenIds} />
                <div className="grid gap-5 sm:grid-cols-2">
                  <Select
                    label={m.prices_rule()}
                    options={RULE_OPTIONS.map(({ value, label }) => ({ value, label: label() }))}
                    {...field('rule')}
                  />
                  <Field
                    label={m.prices_value()}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={6}
                    {...field('value')}
                  />
                  {form.watch('rule') !== 'price' && (
                    <Select
                      label={m.prices_ending()}
                      hint={m.prices_ending_hint()}
                      options={getPriceEndings(currency).map(value => ({
                        value,
                        label: ENDING_LABELS[value](),
                      }))}
                      {...field('ending')}
                    />
                  )}
                  <Field
                    type="datetime-local"
                    label={m.prices_when()}
                    hint={m.prices_when_hint()}
                    {...field('startsAt')}
                  />
                </div>
              </>
            )}
          </CallForm>
        </div>
      </Card>
    </>
  )
}
