import {
  type EmailContent,
  type OrderReceipt,
  type OrderUpdate,
  isAboutPaying,
} from '#server/mail/template.ts'

/** Emails by the name of the case that they show. */
export type MailSamples = Record<string, EmailContent>

const DEADLINE = '2026-11-27T02:59:00Z'

const CODE = 'A-7K3M-29QD'

/** A sample of every update of an order. */
const UPDATES: { [T in OrderUpdate['type']]: OrderUpdate & { type: T } } = {
  voucher_waiting: { type: 'voucher_waiting', deadline: DEADLINE },
  voucher_reminder: { type: 'voucher_reminder', deadline: DEADLINE },
  voucher_expired: { type: 'voucher_expired', deadline: DEADLINE },
  payment_declined: { type: 'payment_declined', reason: 'insufficient_funds' },
  held: { type: 'held' },
  in_review: { type: 'in_review' },
  dismissed: { type: 'dismissed' },
  released: { type: 'released', canDownload: true },
  refunded: { type: 'refunded', amountMinor: 890_000 },
  partly_refunded: { type: 'partly_refunded', amountMinor: 200_000 },
  withdrawal_refunding: { type: 'withdrawal_refunding', code: CODE, amountMinor: 890_000 },
  withdrawal_canceling: { type: 'withdrawal_canceling', code: CODE },
  review_hidden: {
    type: 'review_hidden',
    productName: 'Recetas del sur',
    reason: 'Nombra a una persona que no tiene que ver.',
  },
  review_shown: { type: 'review_shown', productName: 'Recetas del sur' },
  withdrawal_asked: { type: 'withdrawal_asked', code: CODE, dueAt: DEADLINE },
  withdrawal_granted: { type: 'withdrawal_granted', code: CODE, isAnswered: false },
  withdrawal_declined: { type: 'withdrawal_declined', code: CODE, reason: 'Ya pasaron dos meses.' },
  withdrawal_waiting: { type: 'withdrawal_waiting', code: CODE },
  access_closed: {
    type: 'access_closed',
    reason: 'Estoy corrigiendo un error del archivo.',
    by: 'seller',
  },
  access_opened: { type: 'access_opened' },
  withdrawal_failed: { type: 'withdrawal_failed', code: CODE },
  receipt_changed: { type: 'receipt_changed' },
  dispute_opened: { type: 'dispute_opened' },
  dispute_won: { type: 'dispute_won', canDownload: true },
  dispute_lost: { type: 'dispute_lost' },
}

/** Builds a sample of every email about an order. */
export function buildOrderSamples(publicOrigin: string): {
  order_update: MailSamples
  review_reminder: MailSamples
  order_delivered: MailSamples
  orders_resent: MailSamples
  order_message: MailSamples
  order_address_request: MailSamples
  order_address_changed: MailSamples
  orders_in_review: MailSamples
  paid_twice: MailSamples
  withdrawal_requested: MailSamples
  unmatched_payments: MailSamples
} {
  const link = `${publicOrigin}/order/${'sample'.repeat(9)}`
  const imageUrl = `${publicOrigin}/icons/icon-192.png`
  const receipt: OrderReceipt = {
    number: 'K7M3-2QRD',
    date: '2026-11-21T15:00:00Z',
    totalMinor: 890_000,
    currency: 'ARS',
  }
  const paidTwice = { kind: 'paid_twice', amountMinor: 890_000, receipt, link } as const
  const message = {
    number: 'K7M3-2QRD',
    productNames: ['Recetas de la abuela'],
    message: 'Hola, no encuentro el capítulo 3.',
    link,
  }
  const items = [{ name: 'Recetas de la abuela', priceMinor: 890_000, imageUrl }]
  const order = { link, sellerUsername: 'luciahuerta', receipt, items }
  const mute = { pageUrl: `${publicOrigin}/mute-order/sample`, oneClickUrl: `${publicOrigin}/api` }
  const muteReviews = { ...mute, pageUrl: `${publicOrigin}/mute-reviews/sample` }
  const delivery = {
    kind: 'order_delivered' as const,
    ...order,
    isAnsweredBySeller: false,
    items: items.map(item => ({
      ...item,
      fileName: 'recetas.pdf',
      sizeBytes: 4_900_000,
      guaranteeDays: 0,
    })),
    downloads: 10,
    days: 30,
    methodType: 'credit_card',
  }
  const number = 'K7M3-2QRD'
  const reviewed = {
    number,
    order: { receipt, productNames: ['Recetas de la abuela'], sellerUsername: 'luciahuerta' },
  }
  const undelivered = { ...reviewed, reason: 'another_amount' as const, isDelivered: false }
  const delivered = { ...reviewed, reason: 'fraud_alert' as const, isDelivered: true }
  const addressChange = {
    number: 'K7M3-2QRD',
    sellerUsername: 'luciahuerta',
    newEmail: 'p•••@mail.test',
  }
  const payment = {
    paymentId: '132871553401',
    amountMinor: 890_000,
    currency: 'ARS' as const,
    sellerUsername: 'luciahuerta',
  }
  return {
    order_update: Object.fromEntries(
      Object.entries(UPDATES).map(([name, update]): [string, EmailContent] => [
        name,
        {
          kind: 'order_update',
          order: isAboutPaying(update) ? { ...order, mute } : order,
          update,
        },
      ]),
    ),
    review_reminder: {
      one: {
        kind: 'review_reminder',
        ...order,
        items: [{ id: 1, name: items[0]!.name, imageUrl }],
        mute: muteReviews,
      },
      many: {
        kind: 'review_reminder',
        ...order,
        items: ['Recetas de la abuela', 'Menú para toda la semana'].map((name, index) => ({
          id: index + 1,
          name,
          imageUrl,
        })),
        mute: muteReviews,
      },
    },
    order_delivered: {
      one: delivery,
      of_a_seller_with_a_contact_email: { ...delivery, isAnsweredBySeller: true },
      bought_before: { ...delivery, boughtBefore: ['Recetas de la abuela'] },
      with_a_guarantee: {
        ...delivery,
        items: delivery.items.map(item => ({ ...item, guaranteeDays: 30 })),
      },
    },
    orders_resent: {
      two: {
        kind: 'orders_resent',
        orders: [
          { link, names: ['Recetas de la abuela'], receipt },
          { link: `${link}2`, names: ['Láminas', 'Pinceles'], receipt, isWaiting: true },
        ],
      },
    },
    withdrawal_requested: {
      one: {
        kind: 'withdrawal_requested',
        code: CODE,
        orders: [{ link, names: ['Recetas de la abuela'], receipt }],
      },
    },
    order_message: {
      paid: { kind: 'order_message', payment: 'paid', ...message },
      pending: { kind: 'order_message', payment: 'pending', ...message },
      unpaid: { kind: 'order_message', payment: 'none', ...message },
    },
    order_address_request: {
      new: { kind: 'order_address_request', side: 'new', ...addressChange, link },
      old: { kind: 'order_address_request', side: 'old', ...addressChange, link },
    },
    order_address_changed: {
      one: { kind: 'order_address_changed', isPaid: true, ...addressChange },
    },
    paid_twice: {
      delivered: { ...paidTwice, isDelivered: true },
      returned: { ...paidTwice, isDelivered: false },
      refused: { ...paidTwice, isDelivered: true, refusal: 'repeated' },
      failed: { ...paidTwice, isDelivered: true, refusal: 'final' },
    },
    orders_in_review: {
      undelivered: { kind: 'orders_in_review', orders: [undelivered], count: 1, link },
      delivered: { kind: 'orders_in_review', orders: [delivered], count: 1, link },
      many: { kind: 'orders_in_review', orders: [undelivered, delivered], count: 27, link },
    },
    unmatched_payments: {
      one: { kind: 'unmatched_payments', payments: [payment], count: 1, link },
      many: { kind: 'unmatched_payments', payments: [payment], count: 27, link },
    },
  }
}
