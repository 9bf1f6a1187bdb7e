import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import * as m from '#messages'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { expect, test } from '../stage.ts'
import { alert, alive, newEmail, typeLogin } from './people.ts'

const o = { locale: 'es' } as const
/** What Google's script puts on the page, as far as it is used: tokens that name their action. */
const SCRIPT = `let n = 0
globalThis.grecaptcha = {
  ready: then => then(),
  execute: async (key, { action }) => action + '.' + key + '.' + (n += 1),
}`

/** Google's verifier, in its place outside: every token is a person's, and says which action it was for. */
async function startVerifier() {
  const asked: string[] = []
  const judge = async (request: IncomingMessage, response: ServerResponse) => {
    const token = new URLSearchParams(await text(request)).get('response') ?? ''
    asked.push(token)
    const [action] = token.split('.')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, score: 0.9, action, hostname: '127.0.0.1' }))
  }
  const server = createServer((request, response) => void judge(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, url: `http://127.0.0.1:${port}/siteverify`, close: () => server.close() }
}

async function visit(browser: Browser, town: TestServer, script: 'there' | 'gone'): Promise<Page> {
  const context = await browser.newContext({ baseURL: town.origin, locale: 'es-AR' })
  await context.route('https://www.google.com/recaptcha/api.js?*', route =>
    script === 'there'
      ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
      : route.abort(),
  )
  return context.newPage()
}

test('where Google’s captcha is chosen, its script comes on form pages only, and every submit has a fresh token', async ({
  browser,
}) => {
  const verifier = await startVerifier()
  const town = await startTestServer({
    CAPTCHA_PROVIDER: 'recaptcha',
    CAPTCHA_SITE_KEY: 'site-key',
    RECAPTCHA_SECRET: 'recaptcha-secret',
    RECAPTCHA_VERIFY_URL: verifier.url,
  })
  await town.start()
  try {
    const page = await visit(browser, town, 'there')
    const scripts: string[] = []
    page.on('request', request => {
      if (request.url().startsWith('https://www.google.com/')) scripts.push(page.url())
    })
    await page.goto('/')
    expect(scripts).toEqual([])
    await page
      .getByRole('banner')
      .getByRole('link', { name: m.nav_login({}, o) })
      .click()
    await expect.poll(() => page.evaluate(() => 'grecaptcha' in globalThis)).toBe(true)
    expect(new Set(scripts.map(address => new URL(address).pathname))).toEqual(new Set(['/login']))

    await alive(page)
    const email = newEmail('recaptcha')
    await typeLogin({ page }, 'es', email, 'Kiosko-2026')
    await expect(alert(page, m.ERROR_AUTH_USER_NOT_AUTHORIZED({}, o))).toBeVisible()
    await typeLogin({ page }, 'es', email, 'Kiosko-2027')
    await expect.poll(() => verifier.asked).toHaveLength(2)
    expect(verifier.asked).toEqual(['login_form.site-key.1', 'login_form.site-key.2'])

    const without = await visit(browser, town, 'gone')
    await without.goto('/login')
    await alive(without)
    let sent = 0
    without.on('request', request => {
      if (request.url().endsWith('/auth/login')) sent += 1
    })
    await typeLogin({ page: without }, 'es', email, 'Kiosko-2026')
    await expect(alert(without, m.login_captcha({}, o))).toBeVisible()
    expect(sent).toBe(0)
    await page.context().close()
    await without.context().close()
  } finally {
    await town.close()
    verifier.close()
  }
})
