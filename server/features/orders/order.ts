import { sum } from '#contract/core/sum.ts'
import { LIMITS } from '#contract/core/limits.ts'
import type { Order, OrderFile, ShownOrderState } from '#contract/orders/orders.ts'
import { buildCoverUrl } from '#server/integrations/images/image-urls.ts'
import type { Db } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import { readSnapshot, runTransaction } from '#server/db/transaction.ts'
import type { Context } from '#server/context.ts'
import { isFileClosed, serializeAccessClosing, createGrantTerms } from './rules/access-rules.ts'
import { decideChange } from './rules/change-rules.ts'
import { isPaymentPageOpen } from './checkout/accepts-payments.ts'
import { deriveOrderDetail, toRejectionReason } from './rules/order-detail.ts'
import { enqueueReconciliation } from './job-kinds.ts'
import { describeOrder } from './order-links.ts'
import { findMailRefusal } from './mail-answers.ts'
import { deriveShownState, serializeOrderHead } from './rules/shown-order.ts'
import { type OrderArchive, planOrderArchive } from './files/archive.ts'
import { chooseItemFiles } from './files/item-files.ts'
import { type ItemFileRow, findItemFileVersions, findUpdatesSinceOrder } from './files/queries.ts'
import {
  type OrderItemRow,
  canStillChange,
  claimBuyerReconciliation,
  findOrder,
  findOrderItems,
  findPayments,
  findSellerContact,
  lockOrder,
  renewToken,
} from './queries.ts'
import type { OrderRow } from './rules/rows.ts'
import { recordOrderEvent } from './events/record.ts'
import { isMuted } from '#server/mail/muted-emails.ts'
import { serializeOrderCoupon } from './rules/order-coupon.ts'

/**
 * The states in which a buyer may pay. In the other states an attempt to pay is under way or has succeeded, and a
 * second payment would have to be refunded.
 */
const PAYABLE_STATES: ReadonlySet<ShownOrderState> = new Set(['created', 'rejected'])

const RENEWALS_PER_ORDER = { name: 'order_renew', max: 3, seconds: 3600 }

/**
 * Returns the order that a token belongs to, and which of its links has the token.
 * @throws ApiError PAYMENT_NOT_FOUND if the token is invalid; ERROR_ORDER_LINK_REPLACED if a newer link was emailed
 */
export async function getOrderByToken(
  { db, orderTokens }: Pick<Context, 'orderTokens'> & { db: Db },
  token: string,
): Promise<OrderRow & { link: 'current' | 'offered' }> {
  const id = orderTokens.parseOrderId(token)
  const order = id && (await findOrder(db, id))
  const link = order && orderTokens.identify(token, order)
  if (!order || !link) throw new ApiError('PAYMENT_NOT_FOUND')
  if (link === 'former') throw new ApiError('ERROR_ORDER_LINK_REPLACED')
  return { ...order, link }
}

/**
 * Returns an order as its buyer sees it, and enqueues a reconciliation while the order can still change.
 * @param hasReturned whether the payment provider has just sent the buyer back
 * @throws ApiError as `getOrderByToken`
 */
export async function getBuyerOrder(
  context: Context,
  token: string,
  { hasReturned }: { hasReturned: boolean },
): Promise<Order> {
  const {
    db,
    config: { publicOrigin },
  } = context
  // All queries read the same database snapshot. Otherwise a payment that arrives between two queries would show
  // download links on an unpaid order.
  const {
    order,
    items,
    versions,
    updates,
    attempts,
    seller,
    isPayable,
    mailRefusal,
    arePaymentEmailsMuted,
  } = await readSnapshot(db, async tx => {
    const order = await getOrderByToken({ ...context, db: tx }, token)
    const { id } = order
    return {
      order,
      items: await findOrderItems(tx, id),
      versions: await findItemFileVersions(tx, id),
      updates: await findUpdatesSinceOrder(tx, id),
      attempts: await findPayments(tx, id),
      seller: await findSellerContact(tx, order.sellerId),
      isPayable: await isPaymentPageOpen(tx, order),
      mailRefusal: await findMailRefusal(tx, order),
      // Only an order that waits for its payment shows the choice.
      arePaymentEmailsMuted: order.approvedAt === null && (await isMuted(tx, id, 'payment')),
    }
  })
  if (canStillChange(order.state) && (await claimBuyerReconciliation(db, order.id, hasReturned)))
    await enqueueReconciliation(db, order.id)
  // The first download by an offered link refills the downloads.
  const refilled = order.link === 'offered' ? createGrantTerms() : undefined
  const { decisive, state } = deriveShownState(order, attempts)
  const flags = {
    isHeld: order.heldAt !== null,
    isClosed: order.accessClosedAt !== null,
    isUnreadable: order.reviewReason === 'account_unreadable',
    isFree: order.totalMinor === 0,
  }
  const detail = deriveOrderDetail(state, flags, decisive)
  const payUrl = isPayable && PAYABLE_STATES.has(state) ? order.paymentUrl : null
  return {
    ...serializeOrderHead(order, attempts),
    detail,
    totalMinor: order.totalMinor,
    coupon: serializeOrderCoupon(order),
    refundedMinor: sum(items.map(({ refundedMinor }) => refundedMinor)),
    sellerUsername: seller.username,
    sellerContact: {
      displayName: seller.displayName,
      contactEmail: seller.contactEmail,
      whatsapp: seller.whatsapp,
    },
    isMailRefused: mailRefusal !== null,
    arePaymentEmailsMuted,
    accessClosing: detail === 'access_closed' ? serializeAccessClosing(order) : null,
    canChangeEmail:
      decideChange('link', {
        state: order.state,
        isHeld: order.heldAt !== null,
        hasAddress: order.payerEmail !== '',
        isDownloaded: false,
      }) !== 'refused',
    receiptUrl:
      order.approvedAt === null || order.totalMinor === 0
        ? null
        : `${publicOrigin}/api/public/order/${token}/receipt.pdf`,
    items: items.map(item => {
      const files = serializeFiles(
        { order, item, downloadsLeft: refilled && LIMITS.downloadsPerGrant },
        versions.filter(({ itemId }) => itemId === item.id),
        `${publicOrigin}/api/public/download/${token}/${item.id}`,
      )
      const [first] = files
      const expiresAt = (item.grantId !== null && refilled?.expiresAt) || item.expiresAt
      return {
        id: item.id,
        productId: item.productId,
        name: item.name,
        pack: item.packId === null ? null : { id: item.packId, name: item.packName ?? '' },
        imageFile: buildCoverUrl(context.config, item.imageKey),
        priceMinor: item.priceMinor,
        fileName: first?.fileName ?? '',
        sizeBytes: first?.sizeBytes ?? 0,
        downloadUrl: first?.downloadUrl ?? null,
        downloadsLeft: first?.downloadsLeft ?? null,
        files,
        updates: updates
          .filter(({ itemId }) => itemId === item.id)
          .map(({ at, note }) => ({ at: at.toISOString(), note })),
        expiresAt: expiresAt?.toISOString() ?? null,
        isRefunded: order.state === 'approved' && item.closedReason === 'refunded',
      }
    }),
    archive: serializeArchive(
      planOrderArchive(order, items, versions),
      `${publicOrigin}/api/public/download/${token}/all`,
      refilled,
    ),
    payment:
      decisive || payUrl !== null
        ? {
            method: decisive?.method ?? null,
            deadline: decisive?.deadline?.toISOString() ?? null,
            instructionsUrl: decisive?.instructionsUrl ?? null,
            payUrl,
            otherWayUrl: isPayable && detail === 'voucher_waiting' ? order.paymentUrl : null,
            rejection: detail === 'rejected' ? toRejectionReason(decisive?.statusDetail) : null,
          }
        : null,
  }
}

/**
 * Serializes the files of an item as its buyer sees them.
 * @param access.downloadsLeft how often each version can be downloaded, if the first download begins the count anew
 * @param versions those of the item
 * @param itemUrl the URL by which the item is downloaded
 */
function serializeFiles(
  {
    order,
    item,
    downloadsLeft,
  }: { order: OrderRow; item: OrderItemRow; downloadsLeft: number | undefined },
  versions: ItemFileRow[],
  itemUrl: string,
): OrderFile[] {
  const isOpen = item.grantId !== null && item.closedAt === null
  const serializeVersion = (version: ItemFileRow) => ({
    fileName: version.fileName,
    type: version.type.toUpperCase(),
    sizeBytes: version.sizeBytes,
    pages: version.pages,
    downloadUrl: isOpen && !isFileClosed(order, version) ? `${itemUrl}/${version.id}` : null,
    downloadsLeft: item.grantId === null ? null : (downloadsLeft ?? version.downloadsLeft),
  })
  return chooseItemFiles(versions).map(({ file, bought }) => ({
    id: file.slotId,
    title: file.title,
    ...serializeVersion(file),
    since: file.isBought ? null : file.onSaleAt.toISOString(),
    isAdded: file.isAdded,
    bought: bought && serializeVersion(bought),
  }))
}

/**
 * @param baseUrl the URL of the archive without its last part
 * @param refilled the terms of the grants after the first download by this link, if it renews them
 */
function serializeArchive(
  archive: OrderArchive | null,
  baseUrl: string,
  refilled: ReturnType<typeof createGrantTerms> | undefined,
): Order['archive'] {
  if (!archive) return null
  const { plan, files, path, expiresAt } = archive
  return {
    downloadUrl: `${baseUrl}/${path}`,
    files: files.length,
    sizeBytes: plan.sizeBytes,
    downloadsLeft: refilled
      ? LIMITS.downloadsPerGrant
      : Math.min(...files.map(({ downloadsLeft }) => downloadsLeft)),
    expiresAt: (refilled?.expiresAt ?? expiresAt).toISOString(),
  }
}

/**
 * Emails a new link to an approved order to its buyer. The given link stops working; one that was replaced before only
 * causes the email, so that whoever has it cannot invalidate the buyer's link.
 * @throws ApiError PAYMENT_NOT_FOUND if the token is invalid; PAYMENT_STATUS_ALREADY_CHANGED if the order is not
 * approved; ERROR_TOO_MANY_REQUESTS after three times in an hour
 */
export async function renewOrderLink(context: Context, token: string): Promise<void> {
  const { db, limiter, mailQueue, orderTokens } = context
  const id = orderTokens.parseOrderId(token)
  const requireOrder = (order: OrderRow | undefined) => {
    const link = order && orderTokens.identify(token, order)
    if (!order || !link) throw new ApiError('PAYMENT_NOT_FOUND')
    if (order.state !== 'approved')
      throw new ApiError('PAYMENT_STATUS_ALREADY_CHANGED', order.state)
    return { order, isReplaced: link === 'former' }
  }
  const { order: existingOrder } = requireOrder(id ? await findOrder(db, id) : undefined)
  await limiter.consume(RENEWALS_PER_ORDER, existingOrder.id)
  await runTransaction(db, async tx => {
    const { order, isReplaced } = requireOrder(await lockOrder(tx, existingOrder.id))
    const renewed = isReplaced ? order : { ...order, ...(await renewToken(tx, order.id)) }
    await mailQueue.enqueue(tx, {
      to: order.payerEmail,
      orderIds: [order.id],
      locale: order.language,
      // Whoever has the link of a paid order got it by email.
      isAskedByOwner: true,
      content: { kind: 'orders_resent', orders: [await describeOrder(context, tx, renewed)] },
    })
    await recordOrderEvent(tx, order.id, 'resent', {}, 'nobody')
  })
}
