import * as z from 'zod/mini'
import { LIMITS } from '../core/limits.ts'
import { PACK_PARTS } from './packs.ts'
import * as quote from './quote.ts'

const ProductFacts = z.object({
  id: z.int(),
  price: z.int(),
  listPrice: z.nullable(z.int()),
  isPriceDynamic: z.boolean(),
  parts: z.nullable(z.array(z.object({ id: z.int(), price: z.int() }))),
}) satisfies z.ZodMiniType<quote.ProductFacts>

const CouponTerms = z.object({
  kind: z.enum(quote.COUPON_KINDS),
  value: z.int(),
  productIds: z.nullable(z.array(z.int())),
  minimum: z.nullable(z.int()),
}) satisfies z.ZodMiniType<quote.CouponTerms>

const refusal = z.nullable(z.enum(quote.COUPON_REFUSALS))

const QuoteFacts = z.object({
  products: z.array(ProductFacts),
  bumps: z.array(z.object({ productId: z.int(), offeredId: z.int(), percent: z.int() })),
  credits: z.array(z.object({ packId: z.int(), partId: z.int(), creditMinor: z.int() })),
  coupon: z.nullable(z.object({ code: z.string(), terms: z.nullable(CouponTerms), refusal })),
}) satisfies z.ZodMiniType<quote.QuoteFacts>

const QuoteLine = z.object({
  id: z.int(),
  price: z.int(),
  before: z.int(),
  why: z.enum(quote.PRICE_REASONS),
  partIds: z.nullable(z.array(z.int())),
}) satisfies z.ZodMiniType<quote.QuoteLine>

const Quote = z.object({
  lines: z.array(QuoteLine),
  total: z.int(),
  coupon: z.nullable(z.object({ code: z.string(), refusal })),
  obstacle: z.nullable(z.enum(quote.QUOTE_OBSTACLES)),
}) satisfies z.ZodMiniType<quote.Quote>

/** The schema of an `ExplainedQuote` in a reply. */
export const ExplainedQuote = z.object({
  quote: Quote,
  facts: QuoteFacts,
}) satisfies z.ZodMiniType<quote.ExplainedQuote>

/** The schema of a `SeenQuote` in a request. */
export const SeenQuote = z.object({
  total: z.int().check(z.nonnegative()),
  lines: z
    .array(
      z.object({
        id: z.int(),
        price: z.int().check(z.nonnegative()),
        partIds: z.nullable(z.array(z.int()).check(z.maxLength(PACK_PARTS.max))),
      }),
    )
    .check(z.maxLength(LIMITS.cartItems)),
}) satisfies z.ZodMiniType<quote.SeenQuote>
