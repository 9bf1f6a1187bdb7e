import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as m from '#messages'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { signInWithGoogle } from '#tools/test-app/google-sign-in.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { expect, test } from '../fixtures.ts'
import {
  createAccount,
  createUniqueEmail,
  signInOnNewDevice,
  setSessionCookies,
} from '../actions/account-actions.ts'

type Visitor = 'anonymous' | 'unverified' | 'seller' | 'admin'
const STAYS = 'stays'

/** For each path, the path to which each kind of visitor is redirected. Source: specification, layouts and access. */
const REDIRECTS: [path: string, targets: Record<Visitor, string>][] = [
  ...['/dashboard', '/dashboard/home', '/dashboard/security', '/dashboard/products'].map(
    (path): [string, Record<Visitor, string>] => [
      path,
      { anonymous: '/login', unverified: '/notverified', seller: STAYS, admin: STAYS },
    ],
  ),
  [
    '/notverified',
    { anonymous: STAYS, unverified: STAYS, seller: '/dashboard', admin: '/dashboard' },
  ],
  ['/verifyemail', { anonymous: STAYS, unverified: '/', seller: '/', admin: '/' }],
  ...['/dashboard/admin', '/admin/dashboard'].map((path): [string, Record<Visitor, string>] => [
    path,
    { anonymous: '/login', unverified: '/notverified', seller: '/', admin: STAYS },
  ]),
  ...['/login', '/register'].map((path): [string, Record<Visitor, string>] => [
    path,
    // The login page redirects every signed-in user to the dashboard, which redirects unverified users to /notverified.
    { anonymous: STAYS, unverified: '/notverified', seller: '/dashboard', admin: '/dashboard' },
  ]),
  ...['/recover', '/reset/x', '/set/x', '/loading', '/'].map(
    (path): [string, Record<Visitor, string>] => [
      path,
      { anonymous: STAYS, unverified: STAYS, seller: STAYS, admin: STAYS },
    ],
  ),
  // Opening this path signs the user out, so it must be the last row.
  ['/dashboard/logout', { anonymous: '/', unverified: '/', seller: '/', admin: '/' }],
]

const signInAs: Record<Visitor, (server: TestServer) => Promise<ApiClient>> = {
  anonymous: async server => new ApiClient(server.origin),
  async unverified(server) {
    const apiClient = new ApiClient(server.origin)
    await signInWithGoogle(apiClient, { email: createUniqueEmail('unverified'), verified: false })
    return apiClient
  },
  seller: async server => (await createAccount(server, 'seller')).apiClient,
  async admin(server) {
    const { email } = await createAccount(server, 'admin')
    await promisify(execFile)(process.execPath, ['server/main.ts', 'admin', 'grant', email], {
      env: server.env,
    })
    return signInOnNewDevice(server, email)
  },
}

for (const visitor of Object.keys(signInAs) as Visitor[])
  test(`every path redirects a visitor of the kind "${visitor}" to the specified page`, async ({
    openBrowser,
    server,
  }) => {
    const person = await openBrowser('es')
    await setSessionCookies(person, server, await signInAs[visitor](server))
    const { page } = person
    for (const [path, targets] of REDIRECTS) {
      const to = targets[visitor] === STAYS ? path : targets[visitor]
      await page.goto(path)
      // The page can redirect several times in a row, so the test polls the URL.
      await expect
        .poll(() => new URL(page.url()).pathname, { message: `${visitor} at ${path}` })
        .toBe(to)
    }
  })

test('the logo loader covers the page while the server checks the session', async ({
  openBrowser,
  server,
}) => {
  const person = await openBrowser('es')
  await setSessionCookies(person, server, await signInAs.seller(server))
  const { page } = person
  await gotoAndWaitForIdle(page, '/')
  const dashboardData = Promise.withResolvers<void>()
  await page.route('**/dashboard.data*', async route => {
    await dashboardData.promise
    await route.continue()
  })
  await page
    .getByRole('banner')
    .getByRole('link', { name: m.nav_dashboard({}, { locale: 'es' }) })
    .click()
  const loader = page.getByRole('status').filter({
    hasText: m.session_loader({}, { locale: 'es' }),
  })
  await expect(loader).toBeVisible()
  dashboardData.resolve()
  await page.waitForURL('**/dashboard')
  await expect(loader).toHaveCount(0)
})
