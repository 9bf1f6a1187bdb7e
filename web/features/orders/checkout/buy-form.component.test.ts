import { describe, test } from 'vitest'
import type { Bump } from '#contract/prices/bumps.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { type ExplainedQuote, quote } from '#contract/prices/quote.ts'
import * as m from '#messages'
import {
  type Answer,
  expect,
  refusal,
  success,
  useComponentPage,
} from '#tools/component-page/component-page.ts'
import { formatPrice } from '#web/i18n/format.ts'

import type { PurchaseItem } from './purchase-state.ts'
import { readPageFacts } from './quote-facts.ts'

const openPage = useComponentPage('web/features/orders/checkout/buy-form.fixture.tsx')

const EMAIL = 'ana@mail.test'
const PAYMENT_PAGE = '/payment-page'
const PREPARED = success(createPreference, { init_point: PAYMENT_PAGE })
const BOOK = { id: 1, name: 'Recetario', price: 9000, currency: 'ARS', isPriceDynamic: false }
const SONG = { id: 2, name: 'Vidala', price: 500, currency: 'ARS', isPriceDynamic: true }
const price = (amount: number) => formatPrice(amount, 'ARS')

/** What the server answers if the prices of items are not those that the page showed. */
const explain = (items: (typeof BOOK)[]): ExplainedQuote => {
  const facts = readPageFacts(items as PurchaseItem[])
  return { quote: quote({ products: items.map(({ id }) => ({ id })) }, facts), facts }
}

/** Shows the form for items, on a page where the server prepares each payment unless the test has other answers. */
async function showForm(props: Record<string, unknown>, answers: Answer[] = [PREPARED]) {
  const component = await openPage()
  const { page } = component
  component.answer(createPreference, ...answers)
  await component.show('Checkout', props)
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const [email, confirmation] = [field(m.buy_email()), field(m.buy_confirm())]
  return {
    ...component,
    field,
    email,
    confirmation,
    price: field(m.buy_price_label()),
    total: page.getByRole('form').locator('p', { hasText: 'Total' }).locator('output'),
    button: page.getByRole('form').locator('button[type=submit]'),
    link: page.getByRole('link', { name: m.buy_now(), exact: true }),
    alert: page.getByRole('form').getByRole('alert'),
    fillEmails: async (address = EMAIL) => {
      await email.fill(address)
      await confirmation.fill(address)
    },
  }
}

describe('the price field of the buy form', () => {
  test('the price field of the buy form shows what is missing and takes the focus once the button is pressed', async () => {
    const form = await showForm({ items: [SONG] })

    await expect(form.button).toHaveText(m.buy_set_price())
    await expect(form.button).toHaveAttribute('aria-disabled', 'true')
    await form.button.press('Enter')

    await expect(form.price).toHaveAccessibleDescription(new RegExp(m.issue_customer_price()))
    await expect(form.price).toBeFocused()
  })

  test.each([
    ['499', m.buy_price_low({ price: price(500) })],
    ['1500,50', m.issue_cents()],
    [`${LIMITS.dynamicPrice.max + 1}`, m.buy_price_high({ price: price(LIMITS.dynamicPrice.max) })],
  ])('the price field of the buy form refuses %s once it is left', async (typed, error) => {
    const form = await showForm({ items: [SONG] })

    await form.price.pressSequentially(typed)
    await expect(form.price).not.toHaveAttribute('aria-invalid')
    await form.price.blur()

    await expect(form.price).toHaveValue(typed)
    await expect(form.price).toHaveAttribute('aria-invalid', 'true')
    await expect(form.page.getByText(error, { exact: true })).toBeVisible()
    await expect(form.button).toHaveText(m.buy_set_price())
  })

  test('the price field of the buy form leaves out a letter, and the caret stays where it is', async () => {
    const form = await showForm({ items: [SONG] })
    await form.price.pressSequentially('1500')
    for (let step = 0; step < 3; step += 1) await form.price.press('ArrowLeft')

    await form.price.pressSequentially('x.')
    await form.fillEmails()

    await expect(form.price).toHaveValue('1.500')
    await expect(form.link).toContainText(price(1500))
    expect(form.requestsTo(createPreference)[0]!.body).toMatchObject({
      products: [{ id: SONG.id, dynamicPrice: 1500 }],
      seen: { total: 1500 },
    })
  })

  test('the price field of the buy form has the suggested price at first, which can be lowered to the minimum', async () => {
    const form = await showForm({ items: [{ ...SONG, suggestedPrice: 1800 }] })

    await expect(form.price).toHaveValue('1800')
    await expect(
      form.page.getByText(m.buy_price_suggested({ price: price(1800), minimum: price(500) })),
    ).toBeVisible()
    await form.price.fill('500')
    await form.fillEmails()

    await expect(form.link).toContainText(price(500))
    await expect(form.total).toHaveText(price(500))
  })

  test('the price fields of a cart name their products, and their sum is the total', async () => {
    const other = { ...SONG, id: 3, name: 'Sikus', suggestedPrice: 1800 }
    const form = await showForm({ items: [BOOK, SONG, other] })

    await expect(form.total).toHaveText('—')
    await form.field(m.buy_price_of({ name: 'Vidala' })).fill('700')

    await expect(form.field(m.buy_price_of({ name: 'Sikus' }))).toHaveValue('1800')
    await expect(form.total).toHaveText(price(11_500))
  })
})

describe('the email fields of the buy form', () => {
  test('the email fields of the buy form say what is missing or different, at the first of them', async () => {
    const form = await showForm({ items: [BOOK] })
    await form.button.press('Enter')
    await expect(form.email).toBeFocused()
    await expect(form.email).toHaveAccessibleDescription(new RegExp(m.issue_email_required()))

    await form.email.fill('ana')
    await expect(form.email).toHaveAccessibleDescription(new RegExp(m.issue_email_invalid()))
    await form.email.fill(EMAIL)
    await form.button.press('Enter')
    await expect(form.confirmation).toBeFocused()
    await expect(form.confirmation).toHaveAccessibleDescription(m.issue_confirm_email())
    await form.confirmation.fill('eva@mail.test')

    await expect(form.confirmation).toHaveAccessibleDescription(m.issue_emails_differ())
    await expect(form.link).toHaveCount(0)
    expect(form.requestsTo(createPreference)).toEqual([])
  })

  test('the email fields of the buy form take the address that a slip was meant to be', async () => {
    const form = await showForm({ items: [BOOK] })
    await form.fillEmails('ana@gmial.com')
    await form.email.focus()
    await form.email.blur()

    await form.page.getByRole('button', { name: 'ana@gmail.com' }).click()

    await expect(form.email).toHaveValue('ana@gmail.com')
    await expect(form.confirmation).toHaveValue('ana@gmail.com')
    await expect(form.page.getByRole('button', { name: 'ana@gmail.com' })).toHaveCount(0)
  })

  test('the email fields of the buy form ignore capitals and marks that nobody sees', async () => {
    const form = await showForm({ items: [BOOK] })

    await form.email.fill(`\u202aAna@mail.test\u202c`)
    await form.confirmation.fill(`\u200b${EMAIL}`)

    await expect(form.link).toBeVisible()
    await expect(form.page.getByText('a••@mail.test')).toBeVisible()
    expect(form.requestsTo(createPreference)[0]!.body).toMatchObject({ payerEmail: EMAIL })
  })
})

describe('the button of the buy form', () => {
  test('the button of the buy form becomes a link to the prepared payment, until a field changes', async () => {
    const form = await showForm({ items: [SONG] })
    await form.price.fill('750')
    await expect(form.button).toHaveText(m.buy_set_email())
    await form.fillEmails()

    await expect(form.link).toHaveAttribute('href', PAYMENT_PAGE)
    await expect(form.page.getByText(m.buy_ready())).toBeVisible()
    await form.price.fill('400')

    await expect(form.link).toHaveCount(0)
    await expect(form.button).toHaveText(m.buy_set_price())
  })

  test('the button of the buy form that is pressed twice before the payment is ready prepares it once and leads to it', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const form = await showForm({ items: [BOOK] })
    form.answer(createPreference, promise)
    await form.fillEmails()

    await form.button.dblclick()
    await expect(form.button).toHaveAttribute('aria-busy', 'true')
    resolve(PREPARED)
    await form.page.waitForURL(`**${PAYMENT_PAGE}`)

    expect(form.requestsTo(createPreference)).toHaveLength(1)
  })

  test('the button of the buy form passes its focus to the link that replaces it', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const form = await showForm({ items: [BOOK] })
    form.answer(createPreference, promise)
    await form.fillEmails()
    await form.button.focus()

    resolve(PREPARED)

    await expect(form.link).toBeFocused()
  })

  test.each([
    ['ERROR_TOO_MANY_REQUESTS', m.buy_too_many()],
    ['ERROR_SERVICE_UNAVAILABLE', m.buy_unavailable()],
    ['ERROR_PRODUCT_NOT_FOUND', m.buy_not_sold()],
    ['ERROR_UNEXPECTED_SERVER', m.buy_problem()],
  ] as const)(
    'the button of the buy form tries again after %s, and what was typed stays',
    async (code, text) => {
      const form = await showForm({ items: [BOOK] }, [refusal(400, code), PREPARED])
      await form.fillEmails()
      await expect(form.alert).toContainText(text)
      await expect(form.email).toHaveValue(EMAIL)

      await form.button.click()

      await form.page.waitForURL(`**${PAYMENT_PAGE}`)
      const keys = form
        .requestsTo(createPreference)
        .map(({ headers }) => headers['idempotency-key'])
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
    },
  )

  test('the button of the buy form sends an order again by itself while the network fails, as the same order', async () => {
    const form = await showForm({ items: [BOOK] }, ['offline', PREPARED])

    await form.fillEmails()

    await expect(form.link).toBeVisible()
    const requests = form.requestsTo(createPreference)
    expect(requests).toHaveLength(2)
    expect(requests[0]).toEqual(requests[1])
  })

  test('the button of the buy form solves a captcha when the server asks for one, and sends the same order', async () => {
    const form = await showForm({ items: [BOOK] }, [refusal(403, 'ERROR_CAPTCHA_FAILED'), PREPARED])

    await form.fillEmails()

    await expect(form.link).toBeVisible()
    const [first, second] = form.requestsTo(createPreference)
    expect(first!.headers['x-recaptcha-token']).toBeUndefined()
    expect(second!.headers['x-recaptcha-token']).toMatch(/.{100}/)
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key'])
    expect(second!.body).toEqual(first!.body)
  })
})

describe('the order of the buy form', () => {
  test('the order of the buy form is asked about again when a price has risen, and then has the new one', async () => {
    const form = await showForm({ items: [BOOK] }, [
      refusal(409, 'ERROR_PRICE_CHANGED', { newQuote: explain([{ ...BOOK, price: 9900 }]) }),
      PREPARED,
    ])
    await form.fillEmails()

    await expect(form.alert).toContainText(
      m.buy_price_changed({ name: BOOK.name, before: price(9000), after: price(9900) }),
    )
    await expect(form.alert).toContainText(m.buy_price_confirm())
    await expect(form.total).toHaveText(price(9900))
    // The page around the form is told too.
    await expect(form.page).toHaveTitle('9900')
    await expect(form.email).toHaveValue(EMAIL)
    await form.button.click()

    await form.page.waitForURL(`**${PAYMENT_PAGE}`)
    expect(form.requestsTo(createPreference).at(-1)!.body).toMatchObject({
      products: [{ id: BOOK.id }],
      seen: { total: 9900 },
    })
  })

  test('the order of the buy form asks for a price when the product has got one that buyers choose', async () => {
    const dynamic = { ...BOOK, price: 9900, isPriceDynamic: true }
    const form = await showForm({ items: [BOOK] }, [
      refusal(409, 'ERROR_PRICE_CHANGED', { newQuote: explain([dynamic]) }),
      PREPARED,
    ])
    await form.fillEmails()
    await expect(form.alert).toContainText(
      m.buy_minimum_changed({ name: BOOK.name, price: price(9900) }),
    )

    await form.price.fill('9950')

    await expect(form.link).toContainText(price(9950))
  })

  test('the order of the buy form is a second one only if the buyer says so', async () => {
    const form = await showForm({ items: [BOOK] }, [refusal(409, 'ERROR_ALREADY_BOUGHT'), PREPARED])
    await form.fillEmails()
    await expect(form.alert).toContainText(m.buy_again_title())
    await expect(form.alert).toContainText('a••@mail.test')
    await expect(form.link).toHaveCount(0)

    await form.page.getByRole('button', { name: m.buy_again_go() }).click()

    await form.page.waitForURL(`**${PAYMENT_PAGE}`)
    expect(form.requestsTo(createPreference).map(({ body }) => body)).toMatchObject([
      { payerEmail: EMAIL },
      { payerEmail: EMAIL, buyAgain: true },
    ])
    expect(form.requestsTo(createPreference)[0]!.body).not.toHaveProperty('buyAgain')
  })

  test('the order of the buy form has the product offered beside another only while it is ticked', async () => {
    const bump: Bump = {
      id: 5,
      name: 'Vidala',
      slug: 'vidala',
      imageFile: '',
      price: 1000,
      listPrice: null,
      percent: 30,
    }
    const form = await showForm({ items: [BOOK], bump })
    const box = form.page.getByRole('checkbox')
    await expect(box).not.toBeChecked()
    await form.fillEmails()
    await expect(form.link).toContainText(price(9000))

    await box.press('Space')
    await expect(form.link).toContainText(price(9700))
    await box.press('Space')
    await expect(form.link).toContainText(price(9000))

    expect(form.requestsTo(createPreference).map(({ body }) => body)).toMatchObject([
      { products: [{ id: BOOK.id }] },
      { products: [{ id: BOOK.id }, { id: 5, bumpOf: BOOK.id }], seen: { total: 9700 } },
      { products: [{ id: BOOK.id }] },
    ])
  })

  test('the order of the buy form names the parts of the pack that its buyer has seen', async () => {
    const parts = [
      { id: 7, price: 6000 },
      { id: 8, price: 6000 },
    ]
    const pack = { ...BOOK, pack: { parts } }
    const form = await showForm({ items: [pack] })

    await form.fillEmails()

    await expect(form.link).toBeVisible()
    expect(form.requestsTo(createPreference)[0]!.body).toMatchObject({
      seen: { lines: [{ id: BOOK.id, price: 9000, partIds: [7, 8] }] },
    })
  })

  test('the order of the buy form with a coupon is made when the button is pressed, with the total that its buyer has seen', async () => {
    const form = await showForm({ items: [BOOK], couponPercent: 20 })

    await form.fillEmails()
    await expect(form.button).toContainText(price(7200))
    await expect(form.total).toHaveText(price(7200))
    await expect(form.page.getByText('a••@mail.test')).toBeVisible()
    await expect(form.page.getByText(m.buy_preparing())).toHaveCount(0)
    expect(form.requestsTo(createPreference)).toEqual([])
    await form.button.click()

    await form.page.waitForURL(`**${PAYMENT_PAGE}`)
    expect(form.requestsTo(createPreference)[0]!.body).toMatchObject({
      coupon: 'FERIA',
      seen: { total: 7200 },
    })
  })

  test('the order of the buy form with a coupon that is refused now is asked about again, at the price without it', async () => {
    const explained = explain([BOOK])
    const coupon = { code: 'FERIA', refusal: 'used_up' as const }
    const newQuote = {
      quote: { ...explained.quote, coupon },
      facts: { ...explained.facts, coupon: { ...coupon, terms: null } },
    }
    const form = await showForm({ items: [BOOK], couponPercent: 20 }, [
      refusal(409, 'ERROR_PRICE_CHANGED', { newQuote }),
      PREPARED,
    ])
    await form.fillEmails()
    await form.button.click()

    await expect(form.alert).toContainText(m.coupon_used_up())
    await expect(form.total).toHaveText(price(9000))
    await form.button.click()

    await form.page.waitForURL(`**${PAYMENT_PAGE}`)
    expect(form.requestsTo(createPreference).at(-1)!.body).not.toHaveProperty('coupon')
  })
})
