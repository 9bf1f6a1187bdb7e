import * as z from 'zod/mini'
import { OrderLookup, OrderNumber } from './order-number.ts'
import { endpoint } from '../core/endpoint.ts'
import type { ErrorCode } from '../core/errors.ts'
import {
  Currency,
  Email,
  emailText,
  Id,
  IdText,
  MinorAmount,
  IsoDateTime,
  issueKey,
  machineText,
} from '../core/fields.ts'
import { CouponCode, OrderCoupon } from '../prices/coupons.ts'
import { SeenQuote } from '../prices/quote-schemas.ts'
import { OwnershipProof } from './completion.ts'
import { ORDER_ENTRIES } from './payment-link.ts'
import { Touches } from './touches.ts'
import { AccessClosing } from '../sales/access.ts'
import { LIMITS } from '../core/limits.ts'
import { cleanEmail } from '../core/typed-text.ts'

/**
 * The price, in whole units, that a buyer chooses for a product with a dynamic price. It must be at least the base
 * price.
 */
export const DynamicPrice = z
  .int(issueKey('issue_customer_price'))
  .check(
    z.minimum(LIMITS.dynamicPrice.min, issueKey('issue_customer_price')),
    z.maximum(LIMITS.dynamicPrice.max, issueKey('issue_customer_price')),
  )

const errorCode = (code: ErrorCode) => code

/** The products of one seller that a buyer wants, and the code of a coupon. */
export const Cart = z.object({
  products: z
    .array(
      z.object({
        id: Id,
        dynamicPrice: z.optional(DynamicPrice),
        /**
         * Set if the buyer has parts of the pack already, and buys the others for the difference. Holds what proves it
         * besides the browser's cookie.
         */
        completes: z.optional(OwnershipProof),
        /** Set if the product was offered beside another one of the cart: the id of that one. */
        bumpOf: z.optional(Id),
      }),
      { error: errorCode('NO_PRODUCTS_PROVIDED') },
    )
    .check(z.minLength(1, errorCode('NO_PRODUCTS_PROVIDED')), z.maxLength(LIMITS.cartItems)),
  coupon: z.optional(CouponCode),
})
export type Cart = z.infer<typeof Cart>

/**
 * A cart that a buyer orders, and the buyer's email. If a check names an error code, a request that fails the check is
 * answered with this code.
 */
export const Purchase = z.extend(Cart, {
  payerEmail: emailText<ErrorCode>(
    'NO_PAYER_EMAIL_PROVIDED',
    'ERROR_INVALID_EMAIL',
    'ERROR_INVALID_EMAIL',
  ),
  /**
   * What the page showed of the quote. Whatever is worse now is refused, and shown first. Programs that leave it out
   * are charged the prices of the moment.
   */
  seen: z.optional(SeenQuote),
  /** How the buyer came to the form. Programs that use the API leave it out. */
  entry: z.optional(z.enum(ORDER_ENTRIES)),
  /**
   * How the buyer came to the site, lately. Programs leave it out, and browsers whose owner does not want it; the
   * source of the order is unknown then.
   */
  from: z.optional(Touches),
  /** Whether the buyer knows that this email has bought one of the products from this browser, and buys it again. */
  buyAgain: z.optional(z.boolean()),
})
export type Purchase = z.infer<typeof Purchase>

/** The checkout form: the buyer's email, typed twice. */
export const BuyerEmailForm = z
  .object({
    email: Email,
    confirm_email: z
      .string({ error: issueKey('issue_confirm_email') })
      .check(
        z.overwrite(cleanEmail),
        z.toLowerCase(),
        z.minLength(1, issueKey('issue_confirm_email')),
      ),
  })
  .check(
    z.refine(value => value.email === value.confirm_email, {
      error: issueKey('issue_emails_differ'),
      path: ['confirm_email'],
    }),
  )

/** The states in which an order is shown to its buyer and seller, derived from the order and its payments. */
export const SHOWN_ORDER_STATES = [
  'created',
  'pending',
  'in_process',
  'rejected',
  'approved',
  'review',
  'expired',
  'refunded',
  'charged_back',
] as const
export type ShownOrderState = (typeof SHOWN_ORDER_STATES)[number]

/**
 * Why an order is in its shown state, so that a screen can say what happened. For instance, a `rejected` order was
 * either declined or cancelled, and an `approved` order is either delivered or on hold.
 */
export const ORDER_DETAILS = [
  // The order is `created`.
  'not_paid',
  // The order is `pending`.
  'voucher_waiting',
  'transfer_waiting',
  'payment_pending',
  // The order is `in_process`.
  'card_in_review',
  'payment_in_review',
  'partly_paid',
  // The order is `rejected`. `voucher_expired` also occurs in the state `expired`.
  'rejected',
  'voucher_expired',
  'payment_expired',
  'cancelled_by_buyer',
  'cancelled',
  // The order is `approved`. `on_hold` also occurs in the state `review`.
  'delivered',
  // The order was free.
  'given',
  'access_closed',
  'on_hold',
  // The order is `review`, `expired`, `refunded` or `charged_back`.
  'in_review',
  'account_unreadable',
  'order_expired',
  'refunded',
  'chargeback_open',
  'chargeback_settled',
] as const
export type OrderDetail = (typeof ORDER_DETAILS)[number]

/** Why the provider rejected a payment, in groups that call for different actions of the buyer. */
export const REJECTION_REASONS = [
  'insufficient_funds',
  'wrong_card_number',
  'wrong_expiry_date',
  'wrong_security_code',
  'wrong_data',
  'call_bank',
  'card_disabled',
  'card_not_accepted',
  'duplicated',
  'installments',
  'max_attempts',
  'security',
  'authentication',
  'bank',
  'other',
] as const
export type RejectionReason = (typeof REJECTION_REASONS)[number]

/** A file version as its buyer sees it. */
const FileVersion = z.object({
  fileName: z.string(),
  /** The file extension in capitals. */
  type: z.string(),
  sizeBytes: z.int(),
  /** The number of pages of a PDF file; null for other types, and if it is unknown. */
  pages: z.nullable(z.int()),
  downloadUrl: z.nullable(z.string()),
  downloadsLeft: z.nullable(z.int()),
})

/** A file of a bought product, in its newest version. */
export const OrderFile = z.extend(FileVersion, {
  /** The id of the file in whatever version. */
  id: z.int(),
  /** The seller's name for the file; null if it has none but its file name. */
  title: z.nullable(z.string()),
  /** Since when this version is on sale; null if it is the one that was bought. */
  since: z.nullable(IsoDateTime),
  /** Whether the file was added after the order. */
  isAdded: z.boolean(),
  /** The version that was bought, if this one is newer; null otherwise. */
  bought: z.nullable(FileVersion),
})
export type OrderFile = z.infer<typeof OrderFile>

export const OrderItem = z.object({
  id: z.int(),
  productId: z.int(),
  name: z.string(),
  /** The pack as a part of which the product was bought, with the name that it had; null if it was bought by itself. */
  pack: z.nullable(z.object({ id: z.int(), name: z.string() })),
  /** The URL of the product's current cover, as in `Product`. */
  imageFile: z.string(),
  priceMinor: MinorAmount,
  /** These four describe the first file. */
  fileName: z.string(),
  sizeBytes: z.int(),
  downloadUrl: z.nullable(z.string()),
  downloadsLeft: z.nullable(z.int()),
  files: z.array(OrderFile),
  /** What the seller wrote about changes of the files since the order, the newest first. */
  updates: z.array(z.object({ at: IsoDateTime, note: z.string() })),
  expiresAt: z.nullable(IsoDateTime),
  /** Whether the item alone was refunded, so that its download is closed although the order stands. */
  isRefunded: z.boolean(),
})

export const Order = z.object({
  orderId: z.string(),
  /** The number by which people name the order, such as `K7M3-2QRD`. */
  number: OrderNumber,
  state: z.enum(SHOWN_ORDER_STATES),
  detail: z.enum(ORDER_DETAILS),
  /** The masked address that the files are sent to: `p•••@correo.com`. */
  payerEmail: z.string(),
  createdAt: IsoDateTime,
  currency: Currency,
  totalMinor: MinorAmount,
  coupon: z.nullable(OrderCoupon),
  /** The part of the total that was given back to the buyer. */
  refundedMinor: MinorAmount,
  sellerUsername: z.string(),
  /** How the seller wants to be named and reached, as in `PublicProfile`. */
  sellerContact: z.object({
    displayName: z.nullable(z.string()),
    contactEmail: z.nullable(z.string()),
    whatsapp: z.nullable(z.string()),
  }),
  /** Whether the mail server refused the last email to the buyer, such as because the address does not exist. */
  isMailRefused: z.boolean(),
  /** Whether the buyer wants no more emails about paying this order. */
  arePaymentEmailsMuted: z.boolean(),
  /** Set while downloads are closed, so that the buyer can withdraw at any time; null otherwise. */
  accessClosing: z.nullable(AccessClosing),
  /** Whether the buyer can ask for another email address of the order. */
  canChangeEmail: z.boolean(),
  /** The URL of the receipt as a PDF file; null if the order was never paid. */
  receiptUrl: z.nullable(z.string()),
  items: z.array(OrderItem),
  /** All files that can be downloaded, in one ZIP archive; null if there are fewer than two. */
  archive: z.nullable(
    z.object({
      downloadUrl: z.string(),
      /** The number of files in the archive. */
      files: z.int(),
      /** The size of the archive. */
      sizeBytes: z.int(),
      /** How often the file that was downloaded most can be downloaded again. */
      downloadsLeft: z.int(),
      expiresAt: IsoDateTime,
    }),
  ),
  /** The attempt to pay that decides the state. Null if there is neither an attempt nor a page to pay on. */
  payment: z.nullable(
    z.object({
      method: z.nullable(z.string()),
      deadline: z.nullable(IsoDateTime),
      instructionsUrl: z.nullable(z.string()),
      /**
       * The payment page on which the buyer can pay this order now. Null if the page has expired, if the order no
       * longer needs a payment, or if a payment is under way.
       */
      payUrl: z.nullable(z.string()),
      /** The payment page on which the buyer can pay in another way than with the voucher that waits; else null. */
      otherWayUrl: z.nullable(z.string()),
      /** Why the attempt was rejected; null if it was not. */
      rejection: z.nullable(z.enum(REJECTION_REASONS)),
    }),
  ),
})
export type Order = z.infer<typeof Order>

/**
 * Orders a cart. An order that costs nothing needs a captcha, and its files are not in the reply: the link to them is
 * emailed, so that only the owner of the address gets them, and the reply does not tell anything about the address.
 */
export const createPreference = endpoint({
  method: 'POST',
  path: '/public/mercadopago/createPreference',
  summary: 'Create an order and open its payment page',
  idempotent: true,
  access: 'public',
  captcha: { action: 'buy_form', in: 'header', isOnDemand: true },
  body: Purchase,
  reply: z.object({
    /** The page to send the buyer to: where the order is paid, or where it says that the files were emailed. */
    init_point: z.string(),
    /** Set if the order costs nothing, so that the link to its files was emailed. */
    isEmailed: z.optional(z.boolean()),
  }),
  status: 201,
  errors: [
    'NO_PRODUCTS_PROVIDED',
    'NO_PAYER_EMAIL_PROVIDED',
    'ERROR_INVALID_EMAIL',
    'DIFFERENT_SELLERS_PRODUCT',
    'INVALID_REFRESH_TOKEN',
    'ERROR_PRODUCT_NOT_FOUND',
    'ERROR_PRICE_CHANGED',
    'ERROR_ALREADY_BOUGHT',
    'ERROR_UNEXPECTED_SERVER',
    'ERROR_SERVICE_UNAVAILABLE',
  ],
  unusualStatuses: [['ERROR_UNEXPECTED_SERVER', 502]],
})

const byToken = z.object({ token: machineText(200) })

export const getOrder = endpoint({
  method: 'GET',
  path: '/public/order/:token',
  summary: 'Get an order and its downloads',
  access: 'public',
  params: byToken,
  query: z.object({
    /** Set on a page to which the payment provider has sent the buyer back, so that the provider is asked. */
    returned: z.optional(z.enum(['true'])),
  }),
  reply: Order,
  errors: ['PAYMENT_NOT_FOUND', 'ERROR_ORDER_LINK_REPLACED'],
})

/**
 * Emails the buyer a new link to a paid order. The link of the call stops working if it still did; the email goes to
 * the address of the order, whoever makes the call. Answers 409 PAYMENT_STATUS_ALREADY_CHANGED if the order has no
 * downloads.
 */
export const renewOrderLink = endpoint({
  method: 'POST',
  path: '/public/order/:token/renew',
  summary: 'Replace the link to an order and email the new one to its buyer',
  access: 'public',
  params: byToken,
  status: 202,
  errors: ['PAYMENT_NOT_FOUND', 'PAYMENT_STATUS_ALREADY_CHANGED'],
})

/**
 * Emails links to paid orders, and to orders that wait for a payment, to the address of these orders. The reply is the
 * same whether or not there are any. The links to paid orders are new: the first download by one of them refills the
 * downloads and ends the links of earlier emails, which anybody who only asks for this email cannot.
 */
export const resendOrderLinks = endpoint({
  method: 'POST',
  path: '/public/order/resend',
  summary: 'Mail a buyer new links to their orders, by email or order number',
  access: 'public',
  captcha: { action: 'order_resend_form', in: 'body' },
  body: OrderLookup,
  status: 202,
})

const download = {
  access: 'public',
  contentType: '*/*',
  acceptsRanges: true,
  redirectsTo:
    'The signed address of the file in the bucket, if there is one; for a browser whose link is refused, the page of the order',
  status: 200,
  errors: [
    'PAYMENT_NOT_FOUND',
    'ERROR_ORDER_LINK_REPLACED',
    'ERROR_USER_NOT_AUTHORIZED',
    'ERROR_DOWNLOADS_CLOSED',
    'ERROR_MISSING_OR_EXPIRED_TOKEN',
  ],
  unusualStatuses: [
    ['ERROR_USER_NOT_AUTHORIZED', 403],
    ['ERROR_MISSING_OR_EXPIRED_TOKEN', 410],
  ],
} as const

/**
 * Sends the first file of a bought product, in its newest version, or a byte range of it. Answers 403 after a refund
 * and, with ERROR_DOWNLOADS_CLOSED, while the seller keeps the downloads closed; and 410 if the download grant has
 * expired or is used up.
 */
export const downloadItem = endpoint({
  ...download,
  method: 'GET',
  path: '/public/download/:token/:item',
  summary: 'Download a bought file',
  params: z.object({ token: machineText(200), item: IdText }),
})

/**
 * Sends all files of an order that can be downloaded, in their newest versions, in one ZIP archive, or a byte range of
 * it. `archive` is the last part of its URL in the order: it names the very files, so that a download never continues
 * with others. Answers as `downloadItem`, and ERROR_ORDER_FILES_CHANGED if the order has other files now.
 */
export const downloadArchive = endpoint({
  ...download,
  method: 'GET',
  path: '/public/download/:token/all/:archive',
  summary: 'Download all files of an order in a ZIP archive',
  params: z.object({ token: machineText(200), archive: machineText(40) }),
  contentType: 'application/zip',
  redirectsTo: 'For a browser whose link is refused, the page of the order',
  errors: [...download.errors, 'ERROR_ORDER_FILES_CHANGED'],
})

/** Sends one version of a file of a bought product, or a byte range of it. Answers as `downloadItem`. */
export const downloadFile = endpoint({
  ...download,
  method: 'GET',
  path: '/public/download/:token/:item/:file',
  summary: 'Download a version of a bought file',
  params: z.object({ token: machineText(200), item: IdText, file: IdText }),
})
