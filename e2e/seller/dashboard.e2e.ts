import { countUnread } from '#contract/notifications.ts'
import * as m from '#messages'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { wear } from '../accounts/people.ts'
import { expect, test } from '../stage.ts'
import { buy, creator } from './people.ts'

test('the dashboard says what it could not fetch, and a sale shows everywhere without a reload', async ({
  someone,
  town,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await creator(town, 'home')
  const { id } = await publishProduct(api, { name: 'Mapas', price: 8900 })
  const ana = await someone('es')
  await wear(ana, town, api)
  const { page } = ana
  await page.route(
    '**/api/mercadopago',
    route => route.fulfill({ status: 429, json: { code: 'UNKNOWN_ERROR', message: '' } }),
    { times: 1 },
  )
  await page.clock.install()

  await page.goto('/dashboard')
  const failed = page.getByRole('alert').filter({ hasText: m.dash_load_failed({}, o) })
  await expect(failed).toBeVisible()
  await failed.getByRole('button', { name: m.retry({}, o) }).click()
  await expect(failed).toHaveCount(0)

  const latest = page.getByRole('region', { name: m.dash_latest({}, o) })
  await expect(latest.getByText(m.desk_empty({}, o))).toBeVisible()
  await buy(town, [id], 'eva@buyers.test')
  await expect.poll(async () => expectOk(await api.call(countUnread, {})).unread).toBe(1)
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
