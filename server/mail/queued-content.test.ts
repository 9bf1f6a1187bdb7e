import { expect, test } from 'vitest'
import { readQueued } from './queued-content.ts'
import { renderOrderDelivered } from './templates/orders/order-delivered.ts'
import { renderOrderUpdate } from './templates/orders/order-update.ts'
import type { EmailContent, OrderFacts } from './template.ts'

type UpdateEmail = Extract<EmailContent, { kind: 'order_update' }>
type Delivery = Extract<EmailContent, { kind: 'order_delivered' }>

const order: UpdateEmail['order'] = {
  link: 'https://kiosko.test/order/1',
  sellerUsername: 'luciahuerta',
  receipt: {
    number: 'K7M3-2QRD',
    date: '2026-11-21T15:00:00Z',
    totalMinor: 890_000,
    currency: 'ARS',
  },
  items: [{ name: 'Recetas', priceMinor: 890_000, imageUrl: 'https://kiosko.test/cover' }],
}
const BRANDING = { brandName: 'kiosko', publicOrigin: 'https://kiosko.test' }
const FACTS: OrderFacts = { canDownload: false, isClosed: false, hasItemRefunds: false }
const paymentId = '1'
const deadline = '2026-11-27T02:59:00Z'

const render = (update: object) => {
  const content = readQueued({ kind: 'order_update', order, update } as UpdateEmail) as UpdateEmail
  return renderOrderUpdate('es', content, BRANDING)
}

test.each<[former: Record<string, unknown> & { type: string }, now: object]>([
  [
    { type: 'voucher_waiting', deadline },
    { kind: 'voucher_waiting', paymentId, deadline },
  ],
  [
    { type: 'voucher_expired', deadline },
    { kind: 'voucher_expired', paymentId },
  ],
  [
    { type: 'payment_declined', reason: 'insufficient_funds' },
    { kind: 'payment_declined', paymentId, rejection: 'insufficient_funds' },
  ],
  [{ type: 'held' }, { kind: 'held', paymentId }],
  [{ type: 'in_review' }, { kind: 'review', reason: 'another_amount' }],
  [
    { type: 'released', canDownload: true },
    { kind: 'released', canDownload: true },
  ],
  [
    { type: 'released', canDownload: true, isClosedBySeller: true },
    { kind: 'released', canDownload: true, isClosed: true },
  ],
  [
    { type: 'refunded', amountMinor: 500 },
    { kind: 'refunded', paymentId, amountMinor: 100, refundedMinor: 500 },
  ],
  [
    { type: 'partly_refunded', amountMinor: 500, hasItemRefunds: true },
    {
      kind: 'partly_refunded',
      paymentId,
      amountMinor: 100,
      refundedMinor: 500,
      hasItemRefunds: true,
    },
  ],
  [
    { type: 'withdrawal_refunding', code: 'A-1', amountMinor: 500 },
    { kind: 'withdrawn', note: 'A-1', amountMinor: 500 },
  ],
  [
    { type: 'withdrawal_canceling', code: 'A-1' },
    { kind: 'withdrawn', note: 'A-1' },
  ],
  [
    { type: 'withdrawal_asked', code: 'A-1', dueAt: deadline },
    { kind: 'withdrawal_asked', note: 'A-1', amountMinor: 500, dueAt: deadline },
  ],
  [
    { type: 'withdrawal_declined', code: 'A-1', reason: 'Ya pasó' },
    { kind: 'withdrawal_declined', note: 'A-1', answer: 'Ya pasó' },
  ],
  [
    { type: 'review_hidden', productName: 'Recetas', reason: 'Insultos' },
    { kind: 'product_review_hidden', productName: 'Recetas', note: 'Insultos' },
  ],
  [
    { type: 'review_shown', productName: 'Recetas' },
    { kind: 'product_review_shown', productName: 'Recetas' },
  ],
  [{ type: 'dispute_opened' }, { kind: 'charged_back' }],
  [
    { type: 'dispute_won', canDownload: true },
    { kind: 'chargeback_won', canDownload: true },
  ],
  [{ type: 'dispute_lost' }, { kind: 'chargeback_lost' }],
  [
    { type: 'access_closed', reason: 'Un error', by: 'seller' },
    { kind: 'access_closed', note: 'Un error', requestedBy: 'seller' },
  ],
  [
    { type: 'access_closed', reason: 'Eicar', by: 'scanner' },
    { kind: 'access_closed', note: 'Eicar' },
  ],
])('an email that the release before queued says the same: $type', (former, now) => {
  expect(render(former)).toEqual(render({ ...FACTS, ...now }))
})

test('an email about paying, queued by a release in which no other had a way out, has that way out', () => {
  const mute = {
    pageUrl: 'https://kiosko.test/mute-order/1',
    oneClickUrl: 'https://kiosko.test/api/public/order/1/mute',
  }
  const update = { ...FACTS, kind: 'voucher_reminder' as const, deadline }
  const renderWith = (way: object) => {
    const email = { kind: 'order_update', order: { ...order, mute: way }, update } as UpdateEmail
    return renderOrderUpdate('es', readQueued(email) as UpdateEmail, BRANDING)
  }

  expect(renderWith(mute)).toEqual(renderWith({ ...mute, topic: 'payment' }))
})

test('a delivery that a release with one file for each product queued names its file', () => {
  const delivery = {
    kind: 'order_delivered' as const,
    ...order,
    isAnsweredBySeller: false,
    downloads: 10,
    days: 30,
    methodType: null,
  }
  const [item] = order.items
  const file = { fileName: 'recetas.pdf', sizeBytes: 4_900_000 }
  const items = [{ ...item!, guaranteeDays: 0, files: [file] }]

  const former = readQueued({ ...delivery, items: [{ ...item!, guaranteeDays: 0, ...file }] })

  expect(renderOrderDelivered('es', former as Delivery, BRANDING)).toEqual(
    renderOrderDelivered('es', { ...delivery, items }, BRANDING),
  )
})
