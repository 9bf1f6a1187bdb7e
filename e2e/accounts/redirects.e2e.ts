import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as m from '#messages'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { signInWithGoogle } from '#tools/test-app/google-sign-in.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { open } from '../calm.ts'
import { expect, test } from '../stage.ts'
import { account, newEmail, otherDevice, wear } from './people.ts'

type Who = 'anonymous' | 'unverified' | 'seller' | 'admin'
const STAYS = 'stays'

/** Who is sent where from which address. Source: specification, layouts and access. */
const TABLE: [path: string, sends: Record<Who, string>][] = [
  ...['/dashboard', '/dashboard/home', '/dashboard/security', '/dashboard/products'].map(
    (path): [string, Record<Who, string>] => [
      path,
      { anonymous: '/login', unverified: '/notverified', seller: STAYS, admin: STAYS },
    ],
  ),
  [
    '/notverified',
    { anonymous: STAYS, unverified: STAYS, seller: '/dashboard', admin: '/dashboard' },
  ],
  ['/verifyemail', { anonymous: STAYS, unverified: '/', seller: '/', admin: '/' }],
  ...['/dashboard/admin', '/admin/dashboard'].map((path): [string, Record<Who, string>] => [
    path,
    { anonymous: '/login', unverified: '/notverified', seller: '/', admin: STAYS },
  ]),
  ...['/login', '/register'].map((path): [string, Record<Who, string>] => [
    path,
    // The dashboard sends the unverified on.
    { anonymous: STAYS, unverified: '/notverified', seller: '/dashboard', admin: '/dashboard' },
  ]),
  ...['/recover', '/reset/x', '/set/x', '/loading', '/'].map(
    (path): [string, Record<Who, string>] => [
      path,
      { anonymous: STAYS, unverified: STAYS, seller: STAYS, admin: STAYS },
    ],
  ),
  // Signs out a regular user on the way; so it stands last.
  ['/dashboard/logout', { anonymous: '/', unverified: '/', seller: '/', admin: '/' }],
]

const arrive: Record<Who, (town: TestServer) => Promise<ApiClient>> = {
  anonymous: async town => new ApiClient(town.origin),
  async unverified(town) {
    const visitor = new ApiClient(town.origin)
    await signInWithGoogle(visitor, { email: newEmail('unverified'), verified: false })
    return visitor
  },
  seller: async town => (await account(town, 'seller')).other,
  async admin(town) {
    const { email } = await account(town, 'admin')
    await promisify(execFile)(process.execPath, ['server/main.ts', 'admin', 'grant', email], {
      env: town.env,
    })
    return otherDevice(town, email)
  },
}

for (const who of Object.keys(arrive) as Who[])
  test(`somebody ${who} is sent where they belong, on a full load and inside the page`, async ({
    someone,
    town,
  }) => {
    const person = await someone('es')
    await wear(person, town, await arrive[who](town))
    const { page } = person
    for (const [path, sends] of TABLE) {
      const to = sends[who] === STAYS ? path : sends[who]
      // Waits for the last of a chain.
      await page.goto(path)
      await expect
        .poll(() => new URL(page.url()).pathname, { message: `${who} at ${path}` })
        .toBe(to)
    }
  })

test('while the server finds out who is there, the logo stands over everything', async ({
  someone,
  town,
}) => {
  const person = await someone('es')
  await wear(person, town, await arrive.seller(town))
  const { page } = person
  await open(page, '/')
  const held = Promise.withResolvers<void>()
  await page.route('**/dashboard.data*', async route => {
    await held.promise
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
  held.resolve()
  await page.waitForURL('**/dashboard')
  await expect(loader).toHaveCount(0)
})
