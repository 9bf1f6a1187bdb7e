import { type BuyerEmail, ORDER_EVENTS } from '#contract/orders/events.ts'
import type {
  EmailContent,
  MailedOrder,
  OrderFacts,
  OrderReceipt,
  OrderUpdate,
} from '#server/mail/template.ts'

/** Emails by the name of the case that they show. */
export type MailSamples = Record<string, EmailContent>

const DEADLINE = '2026-11-27T02:59:00Z'

const CODE = 'A-7K3M-29QD'

const PAYMENT_ID = '132871553401'
const ASKED = { note: CODE, askedAt: '2026-11-21T15:00:00Z' }
const DISPUTE = { paymentId: PAYMENT_ID, amountMinor: 890_000, report: 'claim:1' }
const REFUND = { paymentId: PAYMENT_ID, amountMinor: 890_000, refundedMinor: 890_000 }
const REVIEW = { productId: 1, productName: 'Recetas del sur', key: '1' }
const FACTS = { canDownload: true, isClosed: false, hasItemRefunds: false }

type UpdateData<K extends OrderUpdate['kind']> = Omit<
  Extract<OrderUpdate, { kind: K }>,
  'kind' | keyof OrderFacts
>

/** A sample of every event that a buyer is emailed about. */
const UPDATES: { [K in OrderUpdate['kind']]: UpdateData<K> } = {
  voucher_waiting: { paymentId: PAYMENT_ID, deadline: DEADLINE },
  voucher_reminder: { paymentId: PAYMENT_ID, deadline: DEADLINE },
  voucher_expired: { paymentId: PAYMENT_ID },
  payment_declined: { paymentId: PAYMENT_ID, rejection: 'insufficient_funds' },
  held: { paymentId: PAYMENT_ID, reason: 'fraud_alert' },
  review: { reason: 'another_amount' },
  dismissed: { note: 'El pago se aclaró por otro lado.' },
  released: {},
  refunded: REFUND,
  partly_refunded: { ...REFUND, amountMinor: 200_000, refundedMinor: 200_000 },
  payment_refunded: REFUND,
  withdrawn: { ...ASKED, amountMinor: 890_000 },
  withdrawal_asked: { ...ASKED, amountMinor: 890_000, dueAt: DEADLINE },
  withdrawal_granted: { ...ASKED, isAnswered: false },
  withdrawal_declined: { ...ASKED, answer: 'Ya pasaron dos meses.' },
  withdrawal_waiting: ASKED,
  withdrawal_failed: ASKED,
  access_closed: { note: 'Estoy corrigiendo un error del archivo.', requestedBy: 'seller' },
  access_opened: {},
  files_changed: {
    updateId: 1,
    productName: 'Recetas de la abuela',
    note: 'Agregué doce recetas de invierno y corregí las medidas de la masa madre.',
  },
  receipt_changed: { version: 2 },
  charged_back: DISPUTE,
  chargeback_won: DISPUTE,
  chargeback_lost: DISPUTE,
  product_review_hidden: {
    ...REVIEW,
    stars: 1,
    note: 'Nombra a una persona que no tiene que ver.',
  },
  product_review_shown: REVIEW,
}

/** Further samples of events whose emails say different things. */
const VARIANTS: Record<string, OrderUpdate> = {
  withdrawn_before_payment: { kind: 'withdrawn', ...ASKED, ...FACTS, canDownload: false },
  access_closed_by_scanner: { kind: 'access_closed', note: 'Win.Test.EICAR_HDB-1', ...FACTS },
}

/** Builds a sample of every email about an order. */
export function buildOrderSamples(publicOrigin: string): {
  order_update: MailSamples
  review_reminder: MailSamples
  free_copy: MailSamples
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
  const mute = { pageUrl: `${publicOrigin}/emails/sample`, oneClickUrl: `${publicOrigin}/api` }
  const mutes: Partial<Record<BuyerEmail, Pick<MailedOrder, 'mute'>>> = {
    about_paying: { mute: { ...mute, topic: 'payment' } },
    about_files: { mute: { ...mute, topic: 'files' } },
  }
  const delivery = {
    kind: 'order_delivered' as const,
    ...order,
    isAnsweredBySeller: false,
    items: items.map(item => ({
      ...item,
      files: [{ fileName: 'recetas.pdf', sizeBytes: 4_900_000 }],
      guaranteeDays: 0,
    })),
    downloads: 10,
    days: 30,
    methodType: 'credit_card',
  }
  const reviewed = {
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
      [
        ...Object.entries(UPDATES).map(([kind, data]): [string, OrderUpdate] => [
          kind,
          { ...data, kind, ...FACTS } as OrderUpdate,
        ]),
        ...Object.entries(VARIANTS),
      ].map(([name, update]): [string, EmailContent] => [
        name,
        {
          kind: 'order_update',
          order: { ...order, ...mutes[ORDER_EVENTS[update.kind].buyer] },
          update,
        },
      ]),
    ),
    review_reminder: {
      one: {
        kind: 'review_reminder',
        ...order,
        items: [{ id: 1, name: items[0]!.name, imageUrl }],
        mute,
      },
      many: {
        kind: 'review_reminder',
        ...order,
        items: ['Recetas de la abuela', 'Menú para toda la semana'].map((name, index) => ({
          id: index + 1,
          name,
          imageUrl,
        })),
        mute,
      },
    },
    free_copy: {
      one: {
        kind: 'free_copy',
        link,
        sellerUsername: 'luciahuerta',
        items: [
          {
            name: 'Recetas de la abuela',
            imageUrl,
            files: [{ fileName: 'recetas.pdf', sizeBytes: 4_900_000 }],
          },
        ],
        downloads: 10,
        days: 30,
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
        isPaid: true,
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
