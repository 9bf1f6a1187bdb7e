import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendSupportMessage } from '#contract/support.ts'
import { createTestApp } from '#tools/test-app/test-app.ts'

let shop: Awaited<ReturnType<typeof createTestApp>>
beforeAll(async () => {
  shop = await createTestApp({ SUPPORT_EMAIL: 'support@kiosko.test' })
})
beforeEach(() => shop.reset())
afterAll(() => shop.close())

test('a message is emailed to the support address with the sender as the reply address', async () => {
  const message = 'Compré un libro y el enlace no abre.\n¿Me ayudan?'

  const answer = await shop.visitor().call(sendSupportMessage, {
    body: { email: ' Ana@Correo.test ', message },
  })

  expect(answer.status).toBe(202)
  const mail = await shop.waitForMail('support@kiosko.test')
  expect(mail.text).toContain('Compré un libro y el enlace no abre.')
  expect(mail.text).toContain('ana@correo.test')
  expect(mail.replyTo).toBe('ana@correo.test')
})

test.each([
  [{ email: 'nobody', message: 'Necesito ayuda con una compra' }, 'email'],
  [{ email: 'ana@correo.test', message: 'hola' }, 'message'],
  [{ email: 'ana@correo.test', message: 'a'.repeat(2001) }, 'message'],
])('a message with an invalid field is rejected: %o', async (body, field) => {
  const answer = await shop.visitor().call(sendSupportMessage, { body })

  expect(answer).toMatchObject({
    status: 400,
    code: 'INVALID_DATA',
    issues: [{ path: field }],
  })
  expect(await shop.listMails('support@kiosko.test')).toEqual([])
})

test('HTML in a message is escaped in the email', async () => {
  await shop.visitor().call(sendSupportMessage, {
    body: { email: 'ana@correo.test', message: '<img src=x onerror=alert(1)> ayuda' },
  })

  const mail = await shop.waitForMail('support@kiosko.test')
  expect(mail.html).not.toContain('<img src=x')
})
