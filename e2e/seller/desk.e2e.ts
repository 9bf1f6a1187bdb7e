import { readFile } from 'node:fs/promises'
import * as m from '#messages'
import { publishProduct } from '#tools/api-client/creator.ts'
import { LOCALES, notice, wear } from '../accounts/people.ts'
import { expect, test } from '../stage.ts'
import { buy, creator, newEmail } from './people.ts'

for (const locale of LOCALES)
  test(`a seller finds a sale, sees all of it, gives the money back and is told, in ${locale}`, async ({
    someone,
    town,
  }) => {
    const o = { locale }
    const { api } = await creator(town, 'desk')
    const book = await publishProduct(api, { name: 'Libro de guisos', price: 9000 })
    const song = await publishProduct(api, { name: 'Zamba', price: 12_000 })
    const buyer = newEmail('buyer')
    const { orderId } = await buy(town, [book.id], buyer)
    await buy(town, [song.id], newEmail('buyer'))
    const ana = await someone(locale, locale === 'en' ? 360 : 1280)
    await wear(ana, town, api)
    const { page } = ana

    await page.goto('/dashboard')
    await expect(
      page.getByRole('link', { name: m.notifications_bell({ count: 2 }, o) }).first(),
    ).toBeVisible()
    await page.goto('/dashboard/sales')
    const lines = page.getByRole('region', { name: m.desk_lines({}, o) })
    const link = (name: string) => lines.getByRole('link', { name }).filter({ visible: true })
    await expect(link('Libro de guisos')).toBeVisible()
    await expect(link('Zamba')).toBeVisible()
    await page.getByRole('button', { name: m.desk_chart_table({}, o) }).click()
    await expect(
      page.getByRole('table', { name: m.desk_chart_caption({}, o) }).getByRole('row'),
    ).not.toHaveCount(0)

    await lines.getByRole('searchbox').fill('guisos')
    await lines.getByRole('button', { name: m.desk_filter_go({}, o) }).click()
    await expect(link('Zamba')).toHaveCount(0)
    await expect(link('Libro de guisos')).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: m.desk_export({}, o) }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toContain('Libro de guisos')
    expect(csv).not.toContain('Zamba')

    await link('Libro de guisos').click()
    const drawer = page.getByRole('dialog', { name: m.sale_title({}, o) })
    await expect(drawer.getByText(m.sale_downloads_none({}, o))).toBeVisible()
    await expect(drawer.getByText(m.event_delivered({}, o))).toBeVisible()
    await drawer.getByRole('button', { name: m.sale_resend({}, o) }).click()
    await expect(notice(page, m.sale_resent({}, o))).toBeVisible()
    await town.waitForJobs()
    expect(await town.listMails(buyer)).toHaveLength(2)

    await drawer.getByRole('button', { name: m.sale_refund({}, o) }).click()
    const ask = page.getByRole('dialog', { name: /9\.000/ })
    await ask.getByLabel(m.sale_refund_reason({}, o)).fill('Se arrepintió')
    await ask.getByRole('button', { name: m.sale_refund_go({}, o) }).click()
    await expect(notice(page, m.sale_refund_asked({}, o))).toBeVisible()
    await town.waitForJobs()
    await page.reload()
    await expect(drawer.getByText(m.desk_state_refunded({}, o)).first()).toBeVisible()
    await expect(drawer.getByText(m.sale_closed_refunded({}, o))).toBeVisible()
    await expect(drawer.getByRole('button', { name: m.sale_refund({}, o) })).toHaveCount(0)
    expect(new URL(page.url()).searchParams.get('sale')).toBe(orderId)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(link('Libro de guisos')).toBeVisible()

    await page.goto('/dashboard/profile/notifications')
    const told = page.getByRole('region', { name: m.notifications_title({}, o) })
    await expect(
      told.getByRole('link', { name: m.notification_refund({ product: 'Libro de guisos' }, o) }),
    ).toBeVisible()
    await told.getByRole('button', { name: m.notifications_read_all({}, o) }).click()
    await expect(told.getByText(m.notifications_new({}, o))).toHaveCount(0)
    const setting = told.getByRole('switch', {
      name: m.notification_topic_sales({}, o),
      exact: true,
    })
    await expect(setting).toBeChecked()
    await setting.uncheck()
    await page.reload()
    await expect(setting).not.toBeChecked()
    await expect(
      told.getByRole('switch', { name: m.notification_topic_account({}, o) }),
    ).toBeDisabled()
  })

test('without a payment account the dashboard says what to do, and nothing sells', async ({
  someone,
  town,
}) => {
  const o = { locale: 'en' } as const
  const { api } = await creator(town, 'unlinked', { linked: false })
  const ana = await someone('en')
  await wear(ana, town, api)
  const { page } = ana
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: m.dash_setup({}, o) })).toBeVisible()
  const { id } = await publishProduct(api)
  await page.reload()
  await expect(
    page.getByText('Your MercadoPago account is not linked please try again to continue selling.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: m.dash_setup({}, o) })).toHaveCount(0)
  await page.goto(`/product/${id}`)
  await expect(page.getByText(m.buy_no_auth_title({}, o))).toBeVisible()
})

test('going offline is told until it is over', async ({ someone, town }) => {
  const o = { locale: 'es' } as const
  const { api } = await creator(town, 'offline')
  const ana = await someone('es')
  ana.forgive(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await wear(ana, town, api)
  await ana.page.goto('/dashboard/products', { waitUntil: 'networkidle' })
  await ana.context.setOffline(true)
  const lost = ana.page.getByText('Se perdio la conexion a Internet')
  await expect(lost).toBeVisible()
  await ana.context.setOffline(false)
  await expect(ana.page.getByText('Nuvamente conectados!')).toBeVisible()
  await expect(lost).toHaveCount(0)
  await expect(ana.page.getByRole('heading', { name: m.upload_first_title({}, o) })).toBeVisible()
})
