import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import * as m from '#messages'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { expect, test } from '../fixtures.ts'
import { readSharedPostgres } from '../shared-postgres.ts'
import {
  getErrorAlert,
  waitForHydration,
  createUniqueEmail,
  submitLoginForm,
} from '../actions/account-actions.ts'

const o = { locale: 'es' } as const
/**
 * A fake of Google's reCAPTCHA script. Each token that it returns consists of the action, the site key and a counter.
 */
const SCRIPT = `let n = 0
globalThis.grecaptcha = {
  ready: then => then(),
  execute: async (key, { action }) => action + '.' + key + '.' + (n += 1),
}`

/**
 * Starts a fake of Google's verification endpoint. It accepts each token and returns the action that the token
 * contains.
 */
async function startVerifier() {
  const tokens: string[] = []
  const verify = async (request: IncomingMessage, response: ServerResponse) => {
    const token = new URLSearchParams(await text(request)).get('response') ?? ''
    tokens.push(token)
    const [action] = token.split('.')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, score: 0.9, action, hostname: '127.0.0.1' }))
  }
  const server = createServer((request, response) => void verify(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { tokens, url: `http://127.0.0.1:${port}/siteverify`, close: () => server.close() }
}

/**
 * Opens a page in a browser where Google's reCAPTCHA script is replaced by the fake script (`served`) or cannot be
 * loaded (`blocked`).
 */
async function openPage(
  browser: Browser,
  server: TestServer,
  script: 'served' | 'blocked',
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.origin, locale: 'es-AR' })
  await context.route('https://www.google.com/recaptcha/api.js?*', route =>
    script === 'served'
      ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
      : route.abort(),
  )
  return context.newPage()
}

test('the script of reCAPTCHA, where configured, loads only on pages with forms, and each submit sends a new token', async ({
  browser,
}) => {
  const verifier = await startVerifier()
  const settings = {
    CAPTCHA_PROVIDER: 'recaptcha',
    CAPTCHA_SITE_KEY: 'site-key',
    RECAPTCHA_SECRET: 'recaptcha-secret',
    RECAPTCHA_VERIFY_URL: verifier.url,
  }
  const server = await startTestServer(settings, { sharedPostgres: readSharedPostgres() })
  await server.start()
  try {
    const page = await openPage(browser, server, 'served')
    const pagesWithScript: string[] = []
    page.on('request', request => {
      if (request.url().startsWith('https://www.google.com/')) pagesWithScript.push(page.url())
    })
    await page.goto('/')
    expect(pagesWithScript).toEqual([])
    await page
      .getByRole('banner')
      .getByRole('link', { name: m.nav_login({}, o) })
      .click()
    await expect.poll(() => page.evaluate(() => 'grecaptcha' in globalThis)).toBe(true)
    expect(new Set(pagesWithScript.map(address => new URL(address).pathname))).toEqual(
      new Set(['/login']),
    )

    await waitForHydration(page)
    const email = createUniqueEmail('recaptcha')
    await submitLoginForm({ page }, 'es', email, 'Kiosko-2026')
    await expect(getErrorAlert(page, m.ERROR_AUTH_USER_NOT_AUTHORIZED({}, o))).toBeVisible()
    await submitLoginForm({ page }, 'es', email, 'Kiosko-2027')
    await expect.poll(() => verifier.tokens).toHaveLength(2)
    expect(verifier.tokens).toEqual(['login_form.site-key.1', 'login_form.site-key.2'])

    const pageWithoutScript = await openPage(browser, server, 'blocked')
    await pageWithoutScript.goto('/login')
    await waitForHydration(pageWithoutScript)
    let loginRequests = 0
    pageWithoutScript.on('request', request => {
      if (request.url().endsWith('/auth/login')) loginRequests += 1
    })
    await submitLoginForm({ page: pageWithoutScript }, 'es', email, 'Kiosko-2026')
    await expect(getErrorAlert(pageWithoutScript, m.login_captcha({}, o))).toBeVisible()
    expect(loginRequests).toBe(0)
    await page.context().close()
    await pageWithoutScript.context().close()
  } finally {
    await server.close()
    verifier.close()
  }
})
