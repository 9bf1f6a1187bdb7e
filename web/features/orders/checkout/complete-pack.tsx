import { useEffect, useState } from 'react'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import type { Currency } from '#contract/core/fields.ts'
import { type QuotedProduct, getQuote } from '#contract/orders/public-quote.ts'
import type { PackPart } from '#contract/prices/packs.ts'
import { quote } from '#contract/prices/quote.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/actions/button.tsx'
import { Cover } from '#web/ui/catalog/cover.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { PurchaseAssurances } from './assurances.tsx'
import { BuyForm } from './buy-form.tsx'
import { PaymentMethodBadges } from './payment-method-badges.tsx'
import { useQuoteFacts } from './quote-facts.ts'

type Lookup = { answer: Answer } | { hasFailed: true }
type Answer = EndpointReply<typeof getQuote>

interface Buyer {
  packId: number
  /** The token of the order link from which the buyer came; undefined if the buyer did not. */
  orderToken: string | undefined
}

/**
 * Sells the parts of a pack that a buyer does not have. What the buyer has is proved by the browser, or by the order
 * link from which the buyer came.
 */
export default function CompletePack(buyer: Buyer) {
  const [attempt, setAttempt] = useState(0)
  return <Completion key={attempt} {...buyer} onRetry={() => setAttempt(attempt + 1)} />
}

function Completion({ packId, orderToken, onRetry }: Buyer & { onRetry: () => void }) {
  const [lookup, setLookup] = useState<Lookup>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const body = { products: [{ id: packId, completes: { orderToken } }] }
    void callEndpoint(getQuote, { body, signal }).then(
      result =>
        signal.aborted || setLookup(result.ok ? { answer: result.body } : { hasFailed: true }),
    )
    return () => controller.abort()
  }, [packId, orderToken])

  if (!lookup) return <Skeleton className="mt-6 h-80 rounded-panel" />
  if ('hasFailed' in lookup)
    return (
      <div role="alert">
        <EmptyState
          art="tornAwning"
          title={m.pack_complete_failed()}
          action={<Button onClick={onRetry}>{m.retry()}</Button>}
        />
      </div>
    )
  const [pack] = lookup.answer.products
  const [line] = lookup.answer.quote.lines
  if (!pack?.pack || !pack.hasAuth || pack.isPaused || line?.why !== 'completion')
    return <NothingToComplete packId={packId} />
  return (
    <MissingParts
      pack={pack}
      parts={pack.pack.parts}
      answer={lookup.answer}
      orderToken={orderToken}
    />
  )
}

function MissingParts({
  pack: { id, name, currency, price: packPrice, guaranteeDays },
  parts,
  answer,
  orderToken,
}: {
  pack: QuotedProduct
  parts: readonly PackPart[]
  answer: Answer
  orderToken: string | undefined
}) {
  const { facts, setFacts } = useQuoteFacts(answer, answer.facts)
  const completes = { orderToken }
  const [line] = quote({ products: [{ id, completes }] }, facts).lines
  const missingIds = line?.partIds ?? []
  const missingParts = parts.filter(part => missingIds.includes(part.id))
  const ownedParts = parts.filter(part => !missingIds.includes(part.id))
  const price = line?.price ?? packPrice
  return (
    <div className="mt-6 grid items-start gap-8 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <div className="grid gap-6">
        <p className="text-lead text-soft">
          {m.pack_complete_text({
            name,
            packPrice: formatPrice(packPrice, currency),
            price: formatPrice(price, currency),
          })}
        </p>
        <PartList heading={m.pack_complete_missing()} parts={missingParts} currency={currency} />
        <PartList heading={m.pack_complete_owned()} parts={ownedParts} />
      </div>
      <Card panel className="grid gap-5 max-sm:px-5">
        <BuyForm
          items={[{ id, name, price, currency, isPriceDynamic: false, pack: { parts }, completes }]}
          label={m.pack_complete()}
          entry="page"
          totalLabel={m.checkout_total()}
          facts={facts}
          onNewFacts={setFacts}
        />
        <PaymentMethodBadges currency={currency} />
        <PurchaseAssurances guaranteeDays={guaranteeDays} />
      </Card>
    </div>
  )
}

/** Lists parts of a pack. With a currency the prices of the parts by themselves are shown. */
function PartList({
  heading,
  parts,
  currency,
}: {
  heading: string
  parts: readonly PackPart[]
  currency?: Currency
}) {
  return (
    <section>
      <h2 className="text-h3">{heading}</h2>
      <ul className="mt-3 divide-y divide-line overflow-hidden rounded-panel border border-line bg-card">
        {parts.map(part => (
          <li key={part.id} className="flex items-center gap-4 p-4">
            <div className="w-12 shrink-0 rounded-[6px] shadow-soft">
              <Cover src={part.imageFile} alt="" title={part.name} sizes="48px" />
            </div>
            <p className="min-w-0 flex-1 font-[650] break-words">{part.name}</p>
            {currency && (
              <p className="figures text-small text-soft line-through">
                {formatPrice(part.price, currency)}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NothingToComplete({ packId }: { packId: number }) {
  return (
    <EmptyState
      art="emptyRack"
      title={m.pack_complete_none()}
      action={
        <>
          {/* The address without the name leads to the one with it. */}
          <LinkButton href={`/product/${packId}`}>{m.pack_complete_see()}</LinkButton>
          <LinkButton kind="ghost" to={paths.myOrders()}>
            {m.pack_complete_orders()}
          </LinkButton>
        </>
      }
    >
      {m.pack_complete_none_text()}
    </EmptyState>
  )
}
