import type { EmailContent, LateContent, OrderUpdate } from './template.ts'

type Delivery = Extract<EmailContent, { kind: 'order_delivered' }>
type DeliveredItem = Delivery['items'][number]
/** An item of a release in which a product had one file. */
type FormerItem = Omit<DeliveredItem, 'files'> & DeliveredItem['files'][number]
type FreeCopy = Extract<EmailContent, { kind: 'free_copy' }>
/** The email of a release in which an order of free files had one product. */
type FormerFreeCopy = Omit<FreeCopy, 'items'> &
  Omit<FreeCopy['items'][number], 'name'> & { productName: string }

type Update = Extract<EmailContent, { kind: 'order_update' }>
type Mute = NonNullable<Update['order']['mute']>
/** The order of a release in which only emails about paying had a way out. */
type FormerOrder = Omit<Update['order'], 'mute'> & { mute?: Omit<Mute, 'topic'> }

/**
 * The content of an email in the queue, which may be from a release that named updates of orders by themselves, in which
 * only emails about paying had a way out, or a product had one file.
 */
export type QueuedContent =
  | Exclude<EmailContent, { kind: 'order_update' | 'order_delivered' | 'free_copy' }>
  | LateContent
  | FreeCopy
  | FormerFreeCopy
  | (Omit<Delivery, 'items'> & { items: (DeliveredItem | FormerItem)[] })
  | (Omit<Update, 'order' | 'update'> & {
      order: Update['order'] | FormerOrder
      update: OrderUpdate | FormerUpdate
    })

/** An update of an order as the release before wrote it. */
type FormerUpdate = Record<string, unknown> & { type: string }

/** The event of each update that had another name. */
const EVENTS: Record<string, OrderUpdate['kind']> = {
  in_review: 'review',
  withdrawal_refunding: 'withdrawn',
  withdrawal_canceling: 'withdrawn',
  review_hidden: 'product_review_hidden',
  review_shown: 'product_review_shown',
  dispute_opened: 'charged_back',
  dispute_won: 'chargeback_won',
  dispute_lost: 'chargeback_lost',
}

/** Reads the content of an email in the queue. */
export function readQueued(content: QueuedContent): EmailContent | LateContent {
  if (content.kind === 'order_delivered')
    return {
      ...content,
      items: content.items.map(item => ('files' in item ? item : { ...item, files: [item] })),
    }
  if (content.kind === 'free_copy')
    return 'items' in content
      ? content
      : { ...content, items: [{ ...content, name: content.productName }] }
  if (content.kind !== 'order_update') return content
  const {
    order: { mute, ...order },
    update,
  } = content
  return {
    ...content,
    order: { ...order, ...(mute && { mute: { topic: 'payment', ...mute } }) },
    update: 'type' in update ? readFormer(update) : update,
  }
}

function readFormer({ type, ...former }: FormerUpdate): OrderUpdate {
  return {
    ...former,
    kind: EVENTS[type] ?? type,
    // In these updates the code was apart from the reason, which is the answer of the seller.
    ...(type.startsWith('withdrawal_') && { note: former['code'], answer: former['reason'] }),
    ...((type.startsWith('access_') || type === 'review_hidden') && { note: former['reason'] }),
    ...(type === 'access_closed' && former['by'] !== 'scanner' && { requestedBy: 'seller' }),
    rejection: former['reason'],
    refundedMinor: former['amountMinor'],
    canDownload: former['canDownload'] ?? false,
    isClosed: former['isClosedBySeller'] ?? false,
    hasItemRefunds: former['hasItemRefunds'] ?? false,
  } as unknown as OrderUpdate
}
