import type { Locator } from '@playwright/test'
import { updateProfile } from '#contract/profiles.ts'
import * as m from '#messages'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { LOCALES, alert, notice, wear } from './accounts/people.ts'
import { calm, open, widen } from './calm.ts'
import { creator } from './seller/people.ts'
import { expect, test } from './stage.ts'

/** What the specification says of the public screens, sentence by sentence, where nothing cheaper shows it. */

test.describe.configure({ mode: 'parallel' })

/** A kiosk with a book at its price and a song at the buyer's, and one that cannot be paid. */
async function openStreet(town: TestServer, about: string) {
  const { api } = await creator(town, about)
  const book = await publishProduct(api, { name: 'Quena', price: 8900 })
  const song = await publishProduct(api, { name: 'Charango', price: 500, isPriceDynamic: true })
  const { username } = book
  const links = { webpage: 'https://quena.test/tienda', twitter: 'quena', linkedIn: 'quena-li' }
  expectOk(await api.call(updateProfile, { body: { username, bio: 'Luthier.', ...links } }))
  const unpaid = await creator(town, about, { linked: false })
  const closed = await publishProduct(unpaid.api, { name: 'Bombo' })
  return { api, book, song, closed, username }
}

/** Where a colour stands on the wheel, in degrees: red 0, yellow 60, green 120. */
function hueOf(element: Locator): Promise<number> {
  return element.evaluate(box => {
    const context = document.createElement('canvas').getContext('2d')!
    context.fillStyle = getComputedStyle(box).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data as unknown as number[]
    const angle = Math.atan2(Math.sqrt(3) * (green! - blue!), 2 * red! - green! - blue!)
    return Math.round(((angle * 180) / Math.PI + 360) % 360)
  })
}

for (const locale of LOCALES) {
  const o = { locale }

  test(`the buy form asks for what is missing, and becomes a link once all of it holds, in ${locale}`, async ({
    someone,
    town,
  }) => {
    const { song, closed } = await openStreet(town, `buy-${locale}`)
    const { page } = await someone(locale)
    await open(page, `/product/${song.id}`)
    const form = page.getByRole('form', { name: m.buy_form({ name: song.name }, o) })
    const field = (label: string) => form.getByLabel(label, { exact: true })
    const [price, email, confirm] = [
      m.buy_price_label({}, o),
      m.buy_email({}, o),
      m.buy_confirm({}, o),
    ].map(field) as [Locator, Locator, Locator]
    const button = (name: string) => form.getByRole('button', { name, exact: true })
    const link = form.getByRole('link', { name: m.buy_now({}, o), exact: true })
    const says = (text: string) => expect(form.getByText(text).first()).toBeVisible()

    // A price of one's own, at least the base.
    await expect(button(m.buy_set_price({}, o))).toHaveAttribute('aria-disabled', 'true')
    await button(m.buy_set_price({}, o)).click({ force: true })
    await says(m.issue_customer_price({}, o))
    await expect(price).toBeFocused()
    await price.pressSequentially('4a9.9')
    await expect(price).toHaveValue('499')
    await says(m.buy_price_low({ price: '$ 500' }, o))
    await price.fill('750')
    await expect(button(m.buy_set_email({}, o))).not.toHaveAttribute('aria-disabled')

    // An email, twice the same.
    await email.fill('Ana@mail.test')
    await button(m.buy_set_email({}, o)).click()
    await says(m.issue_confirm_email({}, o))
    await confirm.fill('eva@mail.test')
    await says(m.issue_emails_differ({}, o))
    await expect(link).toHaveCount(0)
    await confirm.fill('ana@mail.test')
    await expect(link).toHaveAttribute('href', /\/checkout\/v1\/redirect\?pref_id=/)
    await says('a••@mail.test')

    // Whatever is changed takes the link away.
    await price.fill('400')
    await expect(button(m.buy_set_price({}, o))).toBeVisible()
    await expect(link).toHaveCount(0)
    await page.route('**/createPreference', route =>
      route.fulfill({ status: 400, json: { code: 'ERROR_UNEXPECTED_SERVER', message: '' } }),
    )
    await price.fill('800')
    await expect(alert(page, m.buy_problem_title({}, o))).toContainText(m.buy_problem({}, o))
    await page.unrouteAll()
    await button(m.buy_set_email({}, o)).click()
    await page.waitForURL(/\/checkout\/v1\/redirect/)

    // Nobody to pay: a yellow box, and nothing to press.
    await open(page, `/product/${closed.id}`)
    const box = page.getByText(m.buy_no_auth({}, o)).locator('..')
    expect(await hueOf(box)).toBeGreaterThan(25)
    expect(await hueOf(box)).toBeLessThan(70)
    await expect(page.getByRole('main').getByRole('form')).toHaveCount(0)
  })

  test(`products and sellers are shown as they are, and what is missing says so, in ${locale}`, async ({
    someone,
    town,
  }) => {
    const { book, song, username } = await openStreet(town, `street-${locale}`)
    const { page, forgive } = await someone(locale)
    forgive(/Failed to load resource: net::ERR_FAILED/)
    forgive(/status of 500/)
    const main = page.getByRole('main')
    const links = (name: string) => main.getByRole('link', { name })
    const home = links(m.go_home({}, o))
    const hrefs = (within: Locator) =>
      within.locator('a[href^=http]').evaluateAll(all => all.map(a => a.getAttribute('href')!))
    const socials = [
      'https://x.com/quena',
      'https://linkedin.com/in/quena-li',
      'https://quena.test/tienda',
    ]

    await test.step('a kiosk', async () => {
      await open(page, `/profile/${username}`)
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(`@${username}`)
      await expect(main.getByText('Luthier.')).toBeVisible()
      expect((await hrefs(main)).toSorted()).toEqual(socials.toSorted())
      await expect(page.getByRole('navigation', { name: m.nav_main({}, o) })).toHaveCount(0)
      const grid = main.locator('ul').filter({ has: page.getByRole('article') })
      for (const [width, columns] of [
        [1280, 3],
        [768, 2],
        [360, 1],
      ] as const) {
        await widen(page, width)
        const tracks = await grid.evaluate(list => getComputedStyle(list).gridTemplateColumns)
        expect(tracks.split(' '), `columns at ${width}`).toHaveLength(columns)
      }
      await widen(page, 1280)
    })

    await test.step('its cards', async () => {
      const card = (name: string) => main.getByRole('article').filter({ hasText: name })
      for (const [{ id, name, category, subcategory }, price] of [
        [book, '$ 8.900'],
        [song, m.price_from({ price: '$ 500' }, o)],
      ] as const) {
        await expect(card(name).getByText(price, { exact: true })).toBeVisible()
        for (const shelf of locale === 'es' ? [category.name, subcategory.name] : [])
          await expect(card(name).getByText(shelf, { exact: true })).toBeVisible()
        const buy = card(name).getByRole('link', { name: m.buy_card({}, o) })
        await expect(buy).toHaveAttribute('href', `/product/${id}`)
        await expect(card(name).locator(`a[href="/product/${id}"] img`)).toHaveCount(1)
      }
    })

    await test.step('a product whose call fails on the way to it', async () => {
      await page.route('**/product/*.data*', route => route.fulfill({ status: 500, body: '' }))
      await main.getByRole('link', { name: book.name, exact: true }).first().click()
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(
        m.product_failed_title({}, o),
      )
      await expect(main.getByText(m.product_failed_text({}, o))).toBeVisible()
      await expect(home).toHaveAttribute('href', '/')
      await page.unrouteAll()
    })

    await test.step('a product, and its cover that does not load', async () => {
      await page.route('**/images/**', route => route.abort())
      await open(page, `/product/${book.id}`)
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(book.name)
      await expect(links(`@${username}`).first()).toHaveAttribute('href', `/profile/${username}`)
      expect((await hrefs(main.locator('header'))).toSorted()).toEqual(socials.toSorted())
      await expect(main.getByRole('article').first().locator('picture')).toHaveCount(0)
      await expect(main.getByText(m.product_cover({ name: book.name }, o))).toBeAttached()
      await page.unrouteAll()
      await expect(page.getByRole('navigation', { name: m.nav_main({}, o) })).toHaveCount(0)
    })

    for (const [path, title, text] of [
      ['/product/abc', m.product_bad_id_title({}, o), m.product_bad_id_text({}, o)],
      ['/product/999999', m.product_missing_title({}, o), m.product_missing_text({}, o)],
      ['/profile/nadie', m.public_profile_missing({ username: 'nadie' }, o), ''],
      ['/nothing/here', m.not_found_title({}, o), ''],
    ] as const)
      await test.step(`nothing at ${path}`, async () => {
        const answer = await page.goto(path)
        expect(answer!.status()).toBe(404)
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(main).toContainText(text)
        await expect(main.locator('svg').first()).toBeVisible()
        await expect(home).toHaveAttribute('href', '/')
      })
  })

  test(`the front of the house leads everywhere, helps, and says what happens, in ${locale}`, async ({
    someone,
    town,
  }) => {
    const { api, book } = await openStreet(town, `front-${locale}`)
    const { page, context } = await someone(locale)
    const main = page.getByRole('main')

    await test.step('home: commission, space, legal papers, and the way in for who has an account and who has none', async () => {
      await open(page, '/')
      for (const figure of ['20 %', '10 %', '5 %', '1 GB'])
        await expect(main.getByText(figure, { exact: true }).first()).toBeVisible()
      const foot = page.getByRole('contentinfo')
      await expect(foot).toContainText('© 2021 Marketplace')
      for (const name of [m.footer_terms({}, o), m.footer_privacy({}, o)]) {
        const href = (await foot.getByRole('link', { name }).getAttribute('href'))!
        const { status, type } = await page.request
          .get(href)
          .then(answer => ({ status: answer.status(), type: answer.headers()['content-type'] }))
        expect([status, type]).toEqual([200, expect.stringContaining('application/pdf')])
        await expect(foot.getByRole('link', { name })).toHaveAttribute('target', '_blank')
      }
      const start = main.getByRole('link', { name: m.home_start({}, o) }).first()
      await expect(start).toHaveAttribute('href', '/register')
    })

    await test.step('help, from the bottom left', async () => {
      const button = page.getByRole('button', { name: m.help_button({}, o) })
      const { x, y } = (await button.boundingBox())!
      expect(x).toBeLessThan(100)
      expect(y).toBeGreaterThan(700)
      await button.click()
      const dialog = page.getByRole('dialog', { name: m.help_title({}, o) })
      await expect(dialog).toBeVisible()
      await dialog
        .getByRole('button', { name: m.close({}, o), exact: true })
        .last()
        .click()
      await expect(dialog).toBeHidden()
    })

    for (const [kind, title, from, to] of [
      ['success', m.payment_success_title({}, o), 150, 200],
      ['pending', m.payment_pending_title({}, o), 30, 60],
      ['failure', m.payment_failure_title({}, o), 0, 20],
    ] as const)
      await test.step(`a payment’s ${kind} has its colour`, async () => {
        await open(page, `/payment/${kind}`)
        await expect(main.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(main.getByRole('link', { name: m.go_home({}, o) })).toHaveAttribute(
          'href',
          '/',
        )
        const hue = await hueOf(main.locator(`.result-${kind}`))
        expect(hue).toBeGreaterThanOrEqual(from)
        expect(hue).toBeLessThanOrEqual(to)
        await expect(page.getByRole('navigation', { name: m.nav_main({}, o) })).toHaveCount(1)
      })

    await test.step('toasts: five seconds at the top right; on a phone three at the foot, three at most', async () => {
      await open(page, `/product/${book.id}`)
      await page.getByRole('button', { name: m.cart_add({}, o) }).click()
      const lasts = (place: string) =>
        page.locator(`.Toastify__toast-container--${place} .Toastify__progress-bar`).first()
      await expect(notice(page, m.cart_added({}, o))).toBeVisible()
      await expect(lasts('top-right')).toHaveCSS('animation-duration', '5s')

      await widen(page, 360)
      await open(page, '/dev/ui')
      const raise = page.getByRole('button', { name: 'success', exact: true }).first()
      for (let times = 0; times < 5; times += 1) await raise.press('Enter')
      await expect(lasts('bottom-center')).toHaveCSS('animation-duration', '3s')
      await expect(
        page.locator('.Toastify__toast-container--bottom-center .Toastify__toast'),
      ).toHaveCount(3)
    })

    await test.step('a connection that is lost is told until it is back', async () => {
      await open(page, '/faq')
      await context.setOffline(true)
      await expect(page.getByText(m.toast_offline({}, o))).toBeVisible()
      await context.setOffline(false)
      await expect(page.getByText(m.toast_offline({}, o))).toHaveCount(0)
      await expect(notice(page, m.toast_online({}, o))).toBeVisible()
    })

    await test.step('the menu of a phone: all but the page one is on, and shut by a press beside it', async () => {
      await calm(page)
      const bar = page.getByRole('banner')
      await bar.getByRole('button', { name: m.nav_menu({}, o) }).click()
      const menu = bar.getByRole('navigation', { name: m.nav_menu({}, o) })
      for (const name of [m.nav_home({}, o), m.nav_login({}, o), m.nav_register({}, o)])
        await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
      await expect(menu.getByRole('link', { name: m.nav_faq({}, o), exact: true })).toHaveCount(0)
      await page.mouse.click(20, 700)
      await expect(menu).toBeHidden()
    })

    await test.step('who has an account is led to it', async () => {
      await wear({ context }, town, api)
      await open(page, '/')
      const start = main.getByRole('link', { name: m.home_go_dashboard({}, o) }).first()
      await expect(start).toHaveAttribute('href', '/dashboard')
      await expect(main.getByRole('link', { name: m.home_start({}, o) })).toHaveCount(0)
    })

    await test.step('a file of a wrong kind is refused in words that stay for ten seconds', async () => {
      await open(page, '/dashboard/product/create')
      const name = 'virus.exe'
      await page
        .locator('input[name=product_file]')
        .setInputFiles({ name, mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') })
      await expect(alert(page, m.drop_wrong_type({ file: name }, o))).toBeVisible()
      await expect(page.locator('.Toastify__progress-bar').first()).toHaveCSS(
        'animation-duration',
        '10s',
      )
    })
  })
}
