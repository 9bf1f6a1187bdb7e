import { countUnreadNotifications } from '#contract/notifications.ts'
import * as m from '#messages'
import { changeProfileFields, getProfile } from '#contract/profiles.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { addProduct, buyProducts, createSeller } from '../actions/seller-actions.ts'

test('the dashboard offers to retry a failed request and shows a new sale without a reload', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'home')
  const { id } = await addProduct(server, api, { name: 'Mapas', price: 8900 })
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, api)
  const { page } = ana
  await page.route(
    '**/api/mercadopago',
    route => route.fulfill({ status: 429, json: { code: 'UNKNOWN_ERROR', message: '' } }),
    { times: 1 },
  )
  await page.clock.install()

  await page.goto('/dashboard')
  const loadError = page.getByRole('alert').filter({ hasText: m.dash_load_failed({}, o) })
  await expect(loadError).toBeVisible()
  await loadError.getByRole('button', { name: m.retry({}, o) }).click()
  await expect(loadError).toHaveCount(0)

  const latest = page.getByRole('region', { name: m.dash_latest({}, o) })
  await expect(latest.getByText(m.desk_empty({}, o))).toBeVisible()
  await buyProducts(server, [id], 'eva@buyers.test')
  await expect
    .poll(async () => expectOk(await api.call(countUnreadNotifications, {})).unread)
    .toBe(1)
  await page.clock.fastForward(61_000)
  await expect(
    page
      .getByRole('link', { name: m.notifications_bell({ count: 1 }, o) })
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(latest.getByText(/@buyers\.test/)).toBeVisible()
  await expect(
    page.getByRole('region', { name: m.dash_figures({}, o) }).getByText(/6\.560,19/),
  ).toBeVisible()
})

test('owners see a bar on their own product and kiosk, other members and visitors do not', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'owner')
  const other = await createSeller(server, 'other')
  const { id } = await addProduct(server, api, { name: 'Mapas', price: 8900 })
  const { username } = expectOk(await api.call(getProfile, {}))
  const ana = await openBrowser('es', 390)
  const eva = await openBrowser('es', 390)
  const visitor = await openBrowser('es', 390)
  await setSessionCookies(ana, server, api)
  await setSessionCookies(eva, server, other.api)

  for (const [address, text, editPath] of [
    [`/product/${id}`, m.owner_product({}, o), `/dashboard/product/edit/${id}`],
    [`/profile/${username}`, m.owner_kiosk({}, o), '/dashboard/profile/build'],
  ] as const) {
    for (const { page } of [ana, eva, visitor]) await page.goto(address)
    const bar = ana.page.getByRole('complementary', { name: text })
    await expect(bar.getByRole('link', { name: m.products_edit({}, o) })).toHaveAttribute(
      'href',
      editPath,
    )
    await expect(
      ana.page.getByRole('link', { name: m.nav_dashboard({}, o), exact: true }),
    ).toBeVisible()
    for (const { page } of [eva, visitor]) {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('complementary', { name: text })).toHaveCount(0)
    }
    await expect(
      visitor.page.getByRole('link', { name: m.footer_order({}, o) }).first(),
    ).toBeVisible()
  }

  expectOk(await api.call(changeProfileFields, { body: { username: 'mapasdeana' } }))
  await visitor.page.goto(`/profile/${username}`)
  await visitor.page.waitForURL('**/profile/mapasdeana')
})
