import { countUnreadNotifications } from '#contract/notifications.ts'
import * as m from '#messages'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { buyProducts, createSeller } from '../actions/seller-actions.ts'

test('the dashboard offers to retry a failed request and shows a new sale without a reload', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'home')
  const { id } = await publishProduct(api, { name: 'Mapas', price: 8900 })
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
    page.getByRole('region', { name: m.dash_figures({}, o) }).getByText(/7\.120/),
  ).toBeVisible()
})
