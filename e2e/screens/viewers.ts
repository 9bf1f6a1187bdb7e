import type { Page } from '@playwright/test'
import type { Locale } from '#messages/runtime'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { takeFirstStep } from '#tools/test-app/second-factors.ts'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import type { BrowserUser } from '../fixtures.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import type { SeedData } from './seed.ts'
import type { Screen } from './screen-list.ts'

/**
 * Returns a function that opens a browser for a viewer of screens, signed in or with a filled cart if the viewer needs
 * that. Screens with the same viewer share one browser.
 */
export function createViewers(
  openBrowser: (locale: Locale) => Promise<BrowserUser>,
  { server, seed, locale }: { server: TestServer; seed: SeedData; locale: Locale },
): (viewer: Screen['viewer']) => Promise<BrowserUser> {
  const users = new Map<Screen['viewer'], BrowserUser>()
  return async viewer => {
    const existing = users.get(viewer)
    if (existing) return existing
    const user = await openBrowser(locale)
    users.set(viewer, user)
    if (viewer === 'shopper') await fillCart(user, seed)
    else if (viewer === 'halfSignedIn') {
      const client = await takeFirstStep(new ApiClient(server.origin), seed.protectedEmail)
      await setSessionCookies(user, server, client)
    } else if (viewer !== 'visitor') await setSessionCookies(user, server, seed[viewer])
    return user
  }
}

/** Opens a screen and waits until it is idle. Requests of a loading screen stay without a response. */
export async function openScreen(
  { page, allowConsoleError }: BrowserUser,
  { address, unansweredCalls, consoleError }: Screen,
  seed: SeedData,
): Promise<void> {
  if (consoleError) allowConsoleError(consoleError)
  if (unansweredCalls) await page.route(unansweredCalls, () => undefined)
  await gotoAndWaitForIdle(page, address(seed), unansweredCalls)
}

/**
 * Leaves a screen whose requests are unanswered. If the logout call of such a screen reached the server later, it would
 * end the session that other tests need.
 */
export async function leaveScreen(page: Page, { unansweredCalls }: Screen): Promise<void> {
  if (!unansweredCalls) return
  await page.goto('about:blank')
  await page.unrouteAll()
}

/** Stores a cart with two products in the browser, as if the user had added them on an earlier visit. */
function fillCart(
  { context }: BrowserUser,
  { username, productId, dynamicProductId }: SeedData,
): Promise<unknown> {
  return context.addInitScript(cart => localStorage.setItem('kiosko:cart', JSON.stringify(cart)), {
    seller: username,
    ids: [productId, dynamicProductId],
  })
}
