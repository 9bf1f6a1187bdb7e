import * as z from 'zod/mini'
import type { OwnProduct } from '#contract/products/products.ts'
import { Price } from '#contract/products/products.ts'
import type { DraftHead } from '#contract/products/working-copy.ts'
import { PRICE_ENDINGS, type PriceEnding, type PriceRule } from '#contract/prices/price-rules.ts'
import { integerText, issueKey } from '#contract/core/fields.ts'
import { LIMITS } from '#contract/core/limits.ts'
import * as m from '#messages'
import { formatPrice } from '#web/i18n/format.ts'

/** The kinds of rules as the form names them; the number that is typed is never negative. */
const RULES = ['raise_percent', 'cut_percent', 'raise_amount', 'cut_amount', 'price'] as const
type RuleName = (typeof RULES)[number]

/** The form of a change of prices, whose fields are texts. */
export const PriceTexts = z.pipe(
  z
    .object({
      rule: z.enum(RULES),
      value: integerText('issue_price_rule', 1, LIMITS.price.max),
      ending: z.enum(PRICE_ENDINGS),
      /** A time as browsers give it, in the zone of the device; empty for now. */
      startsAt: z
        .string()
        .check(
          z.refine(
            text => text === '' || !Number.isNaN(Date.parse(text)),
            issueKey('issue_publish_at'),
          ),
        ),
    })
    .check(
      z.refine(
        ({ rule, value }) =>
          rule === 'cut_percent' ? value < 100 : rule !== 'raise_percent' || value <= 1000,
        { error: issueKey('issue_price_rule'), path: ['value'] },
      ),
    ),
  z.transform(({ rule, value, ending, startsAt }) => ({
    rule: toRule(rule, value),
    ending: rule === 'price' ? ('none' as const) : ending,
    startsAt: startsAt === '' ? null : new Date(startsAt).toISOString(),
  })),
)
export type PriceTexts = z.input<typeof PriceTexts>

function toRule(name: RuleName, value: number): PriceRule {
  if (name === 'price') return { kind: 'price', value }
  const [direction, kind] = name.split('_') as ['raise' | 'cut', 'percent' | 'amount']
  return { kind, value: direction === 'cut' ? -value : value }
}

export const RULE_OPTIONS: readonly { value: RuleName; label: () => string }[] = [
  { value: 'raise_percent', label: m.prices_raise_percent },
  { value: 'cut_percent', label: m.prices_cut_percent },
  { value: 'raise_amount', label: m.prices_raise_amount },
  { value: 'cut_amount', label: m.prices_cut_amount },
  { value: 'price', label: m.prices_one_price },
]

export const ENDING_LABELS: Readonly<Record<PriceEnding, () => string>> = {
  none: m.prices_ending_none,
  '0': m.prices_ending_0,
  '9': m.prices_ending_9,
  '50': m.prices_ending_50,
  '90': m.prices_ending_90,
  '99': m.prices_ending_99,
  '990': m.prices_ending_990,
}

/** Says what a rule does: "Raise by 10 %, ending in 90". */
export function describeRule(
  { kind, value }: PriceRule,
  ending: PriceEnding,
  currency: Parameters<typeof formatPrice>[1],
): string {
  const size = Math.abs(value)
  const change =
    kind === 'percent' ? m.coupon_percent({ value: size }) : formatPrice(size, currency)
  if (kind === 'price') return m.prices_rule_price({ change })
  const rule = value > 0 ? m.prices_rule_raise({ change }) : m.prices_rule_cut({ change })
  return ending === 'none' ? rule : m.prices_rule_ending({ rule, ending: ENDING_LABELS[ending]() })
}

/** A product or draft that has a price to change. */
export interface PricedProduct {
  id: number
  name: string
  price: number
  isDraft: boolean
}

/** Returns the products and drafts whose price can be changed: those that are not archived and have one. */
export function listPricedProducts(
  products: readonly OwnProduct[],
  drafts: readonly DraftHead[],
): PricedProduct[] {
  const ofDrafts = drafts.map(({ id, name, price }) => ({
    id,
    name: name.trim(),
    price: z.safeParse(Price, price).data ?? 0,
    isDraft: true,
  }))
  const ofProducts = products
    .filter(({ state }) => state !== 'archived')
    .map(({ id, name, price }) => ({ id, name, price, isDraft: false }))
  return [...ofProducts, ...ofDrafts].filter(({ price }) => price > 0)
}
