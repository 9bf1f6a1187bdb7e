import { describe, expect, test } from 'vitest'
import { renderOrderDelivered } from './order-delivered.ts'
import { renderOrdersInReview } from './orders-in-review.ts'
import { renderOrdersResent } from './orders-resent.ts'
import { renderWithdrawalRequested } from './withdrawal-requested.ts'

const branding = { brandName: 'kiosko', publicOrigin: 'https://kiosko.test' }
const link = `https://kiosko.test/order/${'t'.repeat(54)}`
const receipt = {
  number: '1a2b3c4d',
  date: '2026-11-21T15:00:00Z',
  totalMinor: 890_000,
  currency: 'ARS' as const,
}
/** What an email to admins shows of an order. */
const mailedOrder = {
  receipt: { ...receipt, number: 'K7M3-2QRD' },
  productNames: ['Recetas', 'Pan'],
  sellerUsername: 'ana',
}
const delivered = {
  kind: 'order_delivered' as const,
  link,
  sellerUsername: 'ana',
  isAnsweredBySeller: false,
  receipt,
  items: [
    {
      name: 'Recetas',
      files: [{ fileName: 'recetas.pdf', sizeBytes: 77_305 }],
      priceMinor: 890_000,
      imageUrl: 'https://kiosko.test/images/k/320.webp',
      guaranteeDays: 0,
    },
  ],
  downloads: 10,
  days: 30,
  methodType: null,
}
const visible = (text: string) => text.replaceAll('\u00a0', '~')
/** The text between the tags of an HTML email, which is what a reader sees. */
const textOf = (html: string) => html.replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ')

describe('the delivery email', () => {
  test.each([
    ['es', 'Pedido 1a2b3c4d · 21 de noviembre de 2026 · Total: $~8.900', 'respondé este email'],
    ['en', 'Order 1a2b3c4d · 21 November 2026 · Total: $~8.900 ARS', 'reply to this email'],
  ] as const)(
    'the delivery email in %s has number, date, total, price, size, cover, seller and what to do about an unexpected order',
    (locale, line, advice) => {
      const { html, text } = renderOrderDelivered(locale, delivered, branding)

      for (const shown of [visible(text), visible(textOf(html))]) {
        expect(shown).toContain(line)
        expect(shown).toContain('@ana')
        expect(shown).toContain('recetas.pdf · 75~KB')
        expect(shown).toContain(advice)
      }
      expect(html).toContain('src="https://kiosko.test/images/k/320.webp"')
      expect(textOf(html).split(link)).toHaveLength(2)
    },
  )
})

test('the email with new links tells two orders of one product apart, and shows no long URL', () => {
  const orders = [
    { link, names: ['Recetas'], receipt },
    { link: `${link}2`, names: ['Recetas'], receipt: { ...receipt, date: '2026-10-03T15:00:00Z' } },
  ]

  const { html, text } = renderOrdersResent('es', { kind: 'orders_resent', orders }, branding)

  expect(text).toContain('21 de noviembre de 2026')
  expect(text).toContain('3 de octubre de 2026')
  expect(text).toContain(link)
  expect(html).toContain(`href="${link}"`)
  expect(textOf(html)).not.toContain(link)
})

test.each([
  ['es', true, 'ya se había entregado', 'Todavía no se entregó'],
  ['es', false, 'Todavía no se entregó', 'ya se había entregado'],
  ['en', true, 'had already been delivered', 'Nothing has been delivered'],
  ['en', false, 'Nothing has been delivered', 'had already been delivered'],
] as const)(
  'the email to admins about a review says in %s whether the order was delivered (%s)',
  (locale, isDelivered, said, unsaid) => {
    const orders = [{ order: mailedOrder, reason: 'fraud_alert' as const, isDelivered }]

    const { html, text } = renderOrdersInReview(
      locale,
      { kind: 'orders_in_review', orders, count: 1, link },
      branding,
    )

    for (const shown of [text, html]) {
      expect(shown).toContain(said)
      expect(shown).not.toContain(unsaid)
    }
  },
)

test('the email to admins about many reviews lists the first ones and counts the others', () => {
  const orders = ['first', 'second'].map(number => ({
    order: { ...mailedOrder, receipt: { ...mailedOrder.receipt, number } },
    reason: 'another_amount' as const,
    isDelivered: false,
  }))

  const { subject, text } = renderOrdersInReview(
    'es',
    { kind: 'orders_in_review', orders, count: 27, link },
    branding,
  )

  expect(subject).toBe('27 pedidos necesitan revisión')
  expect(text).toContain('first')
  expect(text).toContain('second')
  expect(text).toContain('Y 25 más')
})

test('the email to admins about a review names products, seller, number and total of the order', () => {
  const orders = [
    {
      order: mailedOrder,
      reason: 'another_amount' as const,
      isDelivered: false,
    },
  ]

  const { text } = renderOrdersInReview(
    'es',
    { kind: 'orders_in_review', orders, count: 1, link },
    branding,
  )

  for (const shown of ['Recetas, Pan', 'K7M3-2QRD', '@ana', 'Total: $~8.900'])
    expect(visible(text)).toContain(shown)
})

test('the code of a withdrawal is bold and stays on one line', () => {
  const { html } = renderWithdrawalRequested(
    'es',
    { kind: 'withdrawal_requested', isPaid: true, code: 'A-6T72-VGQJ', orders: [] },
    branding,
  )

  expect(html).toContain('<strong style="white-space:nowrap">A-6T72-VGQJ</strong>')
})
