import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startInboxSimulator } from '#simulators/inbox/start.ts'

let dataDir: string
let inbox: Awaited<ReturnType<typeof startInboxSimulator>>
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'inbox-'))
  inbox = await startInboxSimulator({ dataDir })
})
afterEach(async () => {
  await inbox.close()
  await rm(dataDir, { recursive: true })
})

const MAIL = {
  from: 'Marketplace <no-reply@kiosko.example>',
  to: 'Buyer@Example.com',
  subject: 'Tu compra está lista ✓',
  text: 'Descargá tu archivo',
  html: '<p>Descargá <b>tu archivo</b></p>',
  messageId: '<order-1@kiosko.example>',
}
const send = (mail: object = {}) => createTransport(inbox.smtpUrl).sendMail({ ...MAIL, ...mail })
const list = async (to = '') =>
  (await fetch(`${inbox.origin}/api/messages?to=${encodeURIComponent(to)}`)).json()
const fault = (mode: string) =>
  fetch(`${inbox.origin}/api/fault`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  })

test('the inbox stores each mail under its recipient', async () => {
  await send({
    attachments: [{ filename: 'recibo.txt', content: Buffer.from('Recibo N.º 1', 'latin1') }],
  })
  await send({ to: 'other@example.com' })

  expect(await list('buyer@example.com')).toEqual([
    {
      id: expect.any(String),
      to: 'buyer@example.com',
      from: 'no-reply@kiosko.example',
      subject: MAIL.subject,
      text: expect.stringContaining(MAIL.text),
      html: expect.stringContaining('<b>tu archivo</b>'),
      replyTo: '',
      messageId: MAIL.messageId,
      attachments: [
        { filename: 'recibo.txt', mimeType: 'text/plain', base64: btoa('Recibo N.º 1') },
      ],
      unsubscribe: '',
      unsubscribePost: '',
      date: expect.stringMatching(/^\d{4}-/),
    },
  ])
  expect(await list()).toHaveLength(2)
})

test('the inbox keeps messages across restarts until they are deleted', async () => {
  await send()
  await inbox.close()
  inbox = await startInboxSimulator({ dataDir })
  expect(await list()).toHaveLength(1)

  await fetch(`${inbox.origin}/api/messages`, { method: 'DELETE' })
  expect(await list()).toEqual([])
})

test.each([
  ['down', 421],
  ['reject', 550],
  ['unknown', 550],
  ['greylist', 450],
  ['bad_sender', 550],
])(
  'the mail simulator in fault mode %s answers %d and stores no mail',
  async (mode, responseCode) => {
    await fault(mode)
    await expect(send()).rejects.toMatchObject({ responseCode })
    expect(await list()).toEqual([])

    await fault('none')
    await expect(send()).resolves.toBeDefined()
  },
)

test('the inbox shows HTML mails in a sandboxed iframe that runs no script', async () => {
  await send({ html: '<script>alert(1)</script>"><img src=x>' })
  const [{ id }] = await list()

  const page = await (await fetch(`${inbox.origin}/messages/${id}`)).text()

  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(page).not.toContain('<script>')
  expect(page).not.toContain('<img')
})
