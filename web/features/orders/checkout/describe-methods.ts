import type { Currency } from '#contract/core/fields.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { type MethodKind, listPaymentMethods } from './payment-methods.ts'

const findNames = (currency: Currency, kind: MethodKind): string[] =>
  listPaymentMethods(currency).flatMap(method => (method.kind === kind ? [method.name()] : []))

/** Tells whether the buyers of a currency's country can pay with a method of a kind, such as in cash. */
export const hasLocalMethod = (currency: Currency, kind: 'cash' | 'transfer'): boolean =>
  findNames(currency, kind).length > 0

/** Returns how buyers pay in a currency, in a few words: `tarjeta o efectivo`. */
export function describeMethodKinds(currency: Currency): string {
  return formatChoice([
    m.pay_by_card(),
    ...(hasLocalMethod(currency, 'cash') ? [m.pay_by_cash()] : []),
    ...(hasLocalMethod(currency, 'transfer') ? [m.pay_by_transfer()] : []),
  ])
}

/** Returns how buyers pay in a currency, with the names of the local methods. */
export function describeMethods(currency: Currency): string {
  const local = (kind: MethodKind, text: (inputs: { names: string }) => string) => {
    const names = findNames(currency, kind)
    return names.length > 0 ? [text({ names: formatChoice(names) })] : []
  }
  return formatChoice([
    m.pay_by_card_kinds(),
    m.pay_by_balance(),
    ...local('cash', m.pay_by_cash_at),
    ...local('transfer', m.pay_by_transfer_with),
  ])
}

/** Joins the names of what people can choose from: `tarjeta, efectivo o transferencia`. */
function formatChoice(names: string[]): string {
  const locale = getLocale() === 'en' ? 'en-US' : 'es'
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
}
