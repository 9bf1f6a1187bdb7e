import { describe, expect, test } from 'vitest'
import {
  type FieldTexts,
  getCurrentPayment,
  listFieldNames,
  initialPurchaseState,
  listWanted,
  getOrderKey,
  getPriceError,
  getSuggestedPrices,
  type PurchaseEvent,
  type PurchaseItem,
  purchaseReducer,
  type PurchaseState,
  validatePurchase,
  getVisibleErrors,
} from './purchase-state.ts'
import { quote } from '#contract/prices/quote.ts'
import { readPageFacts } from './quote-facts.ts'
import { validateEmails } from './start-purchase.ts'

const ebook: PurchaseItem = { id: 7, price: 8900, currency: 'ARS', isPriceDynamic: false }
const song: PurchaseItem = { id: 8, price: 500, currency: 'ARS', isPriceDynamic: true }
const items = [ebook]
const dearer = { changes: ['Dearer'], facts: readPageFacts([{ ...ebook, price: 9900 }]) }
const LINK = 'https://pay.test/1'

const typed = (text: string): PurchaseEvent => ({ type: 'edited', field: 'email', text })
const left: PurchaseEvent = { type: 'left', field: 'email' }
const pressed: PurchaseEvent = { type: 'submitted' }
const preparing = (orderKey: string): PurchaseEvent => ({ type: 'preparing', orderKey })
const ready = (orderKey: string): PurchaseEvent => ({
  type: 'prepared',
  orderKey,
  outcome: { link: LINK },
})
const failed = (orderKey: string): PurchaseEvent => ({
  type: 'prepared',
  orderKey,
  outcome: { problem: 'No' },
})
const after = (events: PurchaseEvent[], state = initialPurchaseState()) =>
  events.reduce(purchaseReducer, state)

describe('the state of a purchase', () => {
  test.each<[string, PurchaseEvent[], Partial<PurchaseState>]>([
    [
      'an edit changes the value and the revision',
      [typed('a')],
      { values: { email: 'a' }, revision: 1 },
    ],
    ['leaving an empty field does not show its errors', [left], { leftFields: new Set() }],
    [
      'leaving a filled field shows its errors',
      [typed('a'), left],
      { leftFields: new Set(['email']) },
    ],
    [
      'remembered emails fill empty fields, but do not count as a use of the form',
      [{ type: 'prefilled', values: { email: 'ana@mail.test' } }],
      { values: { email: 'ana@mail.test' }, isTouched: false },
    ],
    [
      'remembered emails do not replace a typed one',
      [typed('eva@mail.test'), { type: 'prefilled', values: { email: 'ana@mail.test' } }],
      { values: { email: 'eva@mail.test' }, isTouched: true },
    ],
    ['a press uses the form', [pressed], { isTouched: true }],
    ['a press waits for the link', [pressed], { attempt: 1, shouldFollowLink: true }],
    [
      'an edit after a press no longer waits for the link',
      [pressed, typed('a')],
      { shouldFollowLink: false },
    ],
    [
      'a press keeps waiting while the payment is prepared',
      [pressed, preparing('0:7')],
      { shouldFollowLink: true },
    ],
    [
      'a press follows the link once it is ready',
      [pressed, ready('0:7')],
      { shouldFollowLink: true, payment: { orderKey: '0:7', link: LINK } },
    ],
    [
      'a link that is ready without a press is not followed',
      [ready('0:7')],
      { shouldFollowLink: false },
    ],
    [
      'a failure ends the waiting',
      [pressed, failed('0:7')],
      { shouldFollowLink: false, payment: { orderKey: '0:7', problem: 'No' } },
    ],
    [
      'a press after a failure discards it, to try again',
      [failed('0:7'), pressed],
      { shouldFollowLink: true, payment: undefined },
    ],
    [
      'a changed price ends the waiting and is told',
      [pressed, { type: 'prepared', orderKey: '0:7', outcome: dearer }],
      { shouldFollowLink: false, payment: { orderKey: '0:7', ...dearer } },
    ],
    [
      'a press after a changed price prepares the payment again',
      [{ type: 'prepared', orderKey: '0:7', outcome: dearer }, pressed],
      { shouldFollowLink: true, payment: undefined },
    ],
    [
      'the question whether to buy again ends the waiting',
      [pressed, { type: 'prepared', orderKey: '0:7', outcome: { isBought: true } }],
      { shouldFollowLink: false, payment: { orderKey: '0:7', isBought: true } },
    ],
    [
      'buying again describes another order and follows its link',
      [{ type: 'prepared', orderKey: '0:7', outcome: { isBought: true } }, { type: 'buysAgain' }],
      { buysAgain: true, revision: 1, shouldFollowLink: true },
    ],
    [
      'an edit after buying again asks again',
      [{ type: 'buysAgain' }, typed('eva@mail.test')],
      { buysAgain: false, shouldFollowLink: false },
    ],
    [
      'a press keeps a payment that is ready',
      [ready('0:7'), pressed],
      { payment: { orderKey: '0:7', link: LINK } },
    ],
  ])('purchase reducer: %s', (_, events, expected) => expect(after(events)).toMatchObject(expected))

  test.each<[string, PurchaseEvent[], readonly PurchaseItem[], string | undefined]>([
    ['keeps its link while nothing changes', [], items, LINK],
    ['loses its link after an edit', [typed('a')], items, undefined],
    ['loses its link when the products change', [], [ebook, song], undefined],
  ])('a prepared payment %s', (_, events, itemsNow, link) => {
    const state = after([ready(getOrderKey(initialPurchaseState(), items)), ...events])

    expect(getCurrentPayment(state, itemsNow)?.link).toBe(link)
  })

  test('the purchase form shows errors of fields that were left, and all errors after the button is pressed', () => {
    const errors = { email: 'Wrong', confirm_email: 'Missing' }
    const state = after([typed('a'), left])

    expect(getVisibleErrors(initialPurchaseState(), errors)).toEqual({})
    expect(getVisibleErrors(state, errors)).toEqual({ email: 'Wrong' })
    expect(getVisibleErrors(after([pressed]), errors)).toEqual(errors)
  })
})

describe('the validation of a purchase', () => {
  const emails = { email: ' Ana@Correo.com ', confirm_email: 'ana@correo.com' }
  const validate = (
    state: PurchaseState,
    items: PurchaseItem[],
    checkEmails: typeof validateEmails | undefined,
  ) => {
    const quoted = quote({ products: listWanted(items, state.values) }, readPageFacts(items))
    return validatePurchase(state, items, checkEmails, quoted)
  }

  test('a valid purchase form makes no order before the code that checks the emails is loaded', () =>
    expect(validate(initialPurchaseState(emails), items, undefined).order).toBeUndefined())

  test('a valid purchase form makes an order with the typed price of a dynamic product', () =>
    expect(
      validate(
        initialPurchaseState({ ...emails, 'price-8': '750' }),
        [ebook, song],
        validateEmails,
      ),
    ).toEqual({
      errors: {},
      arePricesValid: true,
      order: {
        products: [{ id: 7 }, { id: 8, dynamicPrice: 750 }],
        payerEmail: 'ana@correo.com',
        seen: {
          total: 9650,
          lines: [
            { id: 7, price: 8900, partIds: null },
            { id: 8, price: 750, partIds: null },
          ],
        },
      },
    }))

  test('a purchase form with invalid fields has an error for each and makes no order', () => {
    const state = initialPurchaseState({ email: 'ana', 'price-8': '499' })
    const { errors, arePricesValid, order } = validate(state, [song], validateEmails)

    expect(Object.keys(errors).sort()).toEqual(['confirm_email', 'email', 'price-8'])
    expect(arePricesValid).toBe(false)
    expect(order).toBeUndefined()
  })

  test('an empty cart makes no order even if the emails are valid', () =>
    expect(validate(initialPurchaseState(emails), [], validateEmails).order).toBeUndefined())

  test('the purchase form asks for a price for each dynamic product, then for the two emails', () =>
    expect(listFieldNames([ebook, song])).toEqual(['price-8', 'email', 'confirm_email']))

  test.each([
    ['', false],
    ['499', false],
    ['500', true],
    ['999999', true],
    ['9999999', false],
  ])('the typed price %j is valid for a minimum price of 500: %s', (text, isValid) =>
    expect(getPriceError(text, 500, 'ARS') === undefined).toBe(isValid),
  )
})

describe('the suggested prices', () => {
  test.each<[string, PurchaseItem[], FieldTexts]>([
    ['fill the field of their product', [{ ...song, suggestedPrice: 900 }], { 'price-8': '900' }],
    ['leave the field of another product empty', [song, { ...song, suggestedPrice: 0 }], {}],
    ['do nothing for a product with a fixed price', [{ ...ebook, suggestedPrice: 9900 }], {}],
  ])('the suggested prices %s', (_, products, texts) =>
    expect(getSuggestedPrices(products)).toEqual(texts),
  )
})
