import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import { renderSamples } from './routes.ts'

const branding = { brandName: 'kiosko', publicOrigin: 'https://kiosko.test' }
const spanish = renderSamples(branding, 'es')
const english = renderSamples(branding, 'en')

describe.each([...spanish.keys()])('the email %s', name => {
  test('an email has a subject, a text and no missing value in both languages', () => {
    for (const { subject, text, html } of [spanish.get(name)!, english.get(name)!]) {
      expect(subject).not.toBe('')
      expect(text).toContain(branding.publicOrigin)
      for (const rendered of [subject, text, html])
        expect(rendered).not.toMatch(/undefined|null|NaN|Invalid Date|\{\w+\}/)
    }
  })
})

test('the emails of the two languages differ', () => {
  for (const [name, { text }] of spanish) expect(text, name).not.toBe(english.get(name)!.text)
})

test('emails that anybody can cause have the way out of them, and the others have not', () => {
  const hasWayOut = (name: string) => spanish.get(name)!.text.includes('/emails/')
  for (const name of ['voucher_waiting', 'payment_declined', 'withdrawn_before_payment'])
    expect(hasWayOut(`order_update.${name}`), name).toBe(true)
  for (const name of ['withdrawn', 'refunded', 'held'])
    expect(hasWayOut(`order_update.${name}`), name).toBe(false)
})

describe('the preview of emails', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp()
  })
  afterAll(() => shop.close())

  test('the preview of emails lists every email, and shows it as HTML and as plain text', async () => {
    const index = await fetch(`${shop.origin}/dev/mails`)
    const page = await index.text()
    for (const name of spanish.keys()) expect(page).toContain(`/dev/mails/${name}/es/html`)

    const email = `${shop.origin}/dev/mails/order_update.refunded`
    expect(await (await fetch(`${email}/es/html`)).text()).toContain('<h1')
    expect(await (await fetch(`${email}/en/text`)).text()).toContain('You were refunded')
    expect((await fetch(`${shop.origin}/dev/mails/nothing/es/html`)).status).toBe(404)
  })
})
