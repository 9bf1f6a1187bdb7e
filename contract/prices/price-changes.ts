import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import {
  Currency,
  Id,
  IdText,
  IsoDateTime,
  MinorAmount,
  issueKey,
  machineText,
} from '../core/fields.ts'
import { LIMITS } from '../core/limits.ts'
import { PRICE_ENDINGS, PRICE_PROBLEMS, PRICE_RULE_KINDS } from './price-rules.ts'

/** The maximum number of products that a request names. All products of a seller can be more. */
export const PRICED_PRODUCTS_MAX = 1000

const PriceRule = z
  .object({
    kind: z.enum(PRICE_RULE_KINDS),
    value: z
      .int(issueKey('issue_price_rule'))
      .check(
        z.minimum(-LIMITS.price.max, issueKey('issue_price_rule')),
        z.maximum(LIMITS.price.max, issueKey('issue_price_rule')),
      ),
  })
  .check(
    z.refine(
      ({ kind, value }) =>
        kind === 'percent' ? value > -100 && value <= 1000 && value !== 0 : value !== 0,
      { error: issueKey('issue_price_rule'), path: ['value'] },
    ),
    z.refine(({ kind, value }) => kind !== 'price' || value >= 1, {
      error: issueKey('issue_price_rule'),
      path: ['value'],
    }),
  )

export const PriceChangeForm = z.object({
  /** The chosen products and drafts; null for all that are not archived. */
  productIds: z.nullable(z.array(Id).check(z.minLength(1), z.maxLength(PRICED_PRODUCTS_MAX))),
  /** A percentage above -100, an amount in whole units, or a price in whole units. */
  rule: PriceRule,
  ending: z.enum(PRICE_ENDINGS),
  /** When the prices change, at most a year away; null for now. */
  startsAt: z.nullable(
    z.iso
      .datetime({ offset: true, error: issueKey('issue_publish_at') })
      .check(z.maxLength(40, issueKey('issue_publish_at'))),
  ),
})

/** A price in whole units, with the commission's percentage and what it leaves the seller. */
const SoldPrice = z.object({
  price: z.int(),
  feePercent: z.number(),
  keptMinor: MinorAmount,
})

/** What a rule does to the price of a product. */
export const PriceChange = z.object({
  id: z.int(),
  name: z.string(),
  isDraft: z.boolean(),
  /** Whether buyers choose the price, of which this is the lowest. */
  isPriceDynamic: z.boolean(),
  /** The present price; null in a draft without one. */
  before: z.nullable(SoldPrice),
  /** The new price; null if it stays as it is, for the reason `problem`. */
  after: z.nullable(SoldPrice),
  problem: z.nullable(z.enum(PRICE_PROBLEMS)),
  /** The lower price, in whole units, that leaves more than the new one; null if there is none. */
  better: z.nullable(z.object({ price: z.int(), keptMinor: MinorAmount })),
})
export type PriceChange = z.infer<typeof PriceChange>

/** A batch waits for its time, has changed prices, has given them back, or was cancelled before its time. */
export const PRICE_BATCH_STATES = ['planned', 'done', 'undone', 'cancelled'] as const
export type PriceBatchState = (typeof PRICE_BATCH_STATES)[number]

/** Prices that were changed, or will be, together. */
export const PriceBatch = z.object({
  id: z.int(),
  rule: z.object({ kind: z.enum(PRICE_RULE_KINDS), value: z.int() }),
  ending: z.enum(PRICE_ENDINGS),
  state: z.enum(PRICE_BATCH_STATES),
  startsAt: z.nullable(IsoDateTime),
  createdAt: IsoDateTime,
  /** When the prices were changed; null if they were not. */
  doneAt: z.nullable(IsoDateTime),
  /** When it was undone or cancelled; null if it was neither. */
  endedAt: z.nullable(IsoDateTime),
  /** The number of products, and of those whose price the batch has changed. */
  productCount: z.int(),
  changedCount: z.int(),
  /**
   * The products whose prices stayed as they were, when the batch was carried out or undone, since they had another
   * price by then or were deleted; at most 50.
   */
  left: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** `change` if the batch did not change the price, `undo` if it did not give the old one back. */
      at: z.enum(['change', 'undo']),
    }),
  ),
  /** The number of products of which `left` has up to 50. */
  leftCount: z.int(),
})
export type PriceBatch = z.infer<typeof PriceBatch>

/**
 * Changes prices by a rule, now or at a time. With `dryRun` it only tells what would change, and the digest of that.
 * The prices change only if the digest in `seen` is still right: otherwise it answers 409 ERROR_PRICES_CHANGED.
 */
export const changePrices = endpoint({
  method: 'POST',
  path: '/product/prices',
  captcha: {
    action: 'update_product_form',
    in: 'header',
    isNeeded: body => Object(body).dryRun !== true,
  },
  summary: 'Change the prices of several products by a rule, now or at a time',
  access: 'verified',
  cacheTags: ['Products', 'Product'],
  body: z
    .extend(PriceChangeForm, {
      dryRun: z.boolean(),
      /** The digest of the dry run that the seller has seen. */
      seen: z.optional(machineText(64)),
    })
    .check(z.refine(({ dryRun, seen }) => dryRun || seen !== undefined, { path: ['seen'] })),
  reply: z.object({
    changes: z.array(PriceChange),
    currency: Currency,
    digest: z.string(),
    /** The batch that was made; null in a dry run. */
    batch: z.nullable(PriceBatch),
  }),
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_PRICES_CHANGED'],
})

export const listPriceBatches = endpoint({
  method: 'GET',
  path: '/product/prices',
  summary: 'List the changes of several prices, the newest 50 first',
  access: 'verified',
  cacheTags: ['Products'],
  reply: z.object({ batches: z.array(PriceBatch) }),
})

/** Cancels a planned batch, or gives the products their former prices back whose price is still that of the batch. */
export const undoPriceBatch = endpoint({
  method: 'DELETE',
  path: '/product/prices/:batch',
  summary: 'Cancel a planned change of prices, or undo one that was done',
  access: 'owner',
  captcha: { action: 'update_product_form', in: 'header' },
  cacheTags: ['Products', 'Product'],
  params: z.object({ batch: IdText }),
  reply: PriceBatch,
  errors: ['ERROR_PRICE_BATCH_NOT_FOUND'],
})
