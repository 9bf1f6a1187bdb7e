import type { Browser, BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { createPreference } from '#contract/orders.ts'
import { sendSupportMessage } from '#contract/support.ts'
import * as m from '#messages'
import type { TestServer } from '#tools/test-app/test-server.ts'
import { expectOk, publishProduct } from '#tools/api-client/creator.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { wear } from './accounts/people.ts'
import { open } from './calm.ts'
import { aliveIn, countsIn } from './hostile/alive.ts'
import { hangHostileProducts, inviteHostileSellers, writeHostileRows } from './hostile/rows.ts'
import { HOSTILE } from './hostile/strings.ts'
import { creator } from './seller/people.ts'
import { expect, test } from './stage.ts'

// A film of it all would take longer than the test.
test.use({ trace: 'off' })

const IN_A_CART = 20
/** What takes the house's own contact form: they are joined up to this. */
const MESSAGE_MAX = 1900

interface Detector {
  aliveIn: typeof aliveIn
  countsIn: typeof countsIn
}
declare global {
  interface Window {
    detector: Detector
  }
}

/** A browser whose pages nothing protects but how they are written: no policy stops a script. */
async function unprotected(
  browser: Browser,
  town: TestServer,
  hits: string[],
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: town.origin,
    locale: 'es-AR',
    bypassCSP: true,
    viewport: { width: 1280, height: 900 },
  })
  await context.exposeFunction('__hit', (what: unknown) => hits.push(`ran: ${String(what)}`))
  await context.addInitScript(
    `alert = confirm = prompt = __hit; detector = { aliveIn: ${aliveIn.toString()}, countsIn: ${countsIn.toString()} }`,
  )
  await context.route('**://hit.test/**', async route => {
    hits.push(`asked for ${route.request().url()}`)
    await route.abort()
  })
  return context
}

const alive = (page: Page): Promise<string[]> =>
  page.evaluate(() => globalThis.window.detector.aliveIn(document))

/** What comes alive in what the server wrote at many addresses, each read as a browser would. */
function aliveAt(page: Page, paths: string[]) {
  return page.evaluate(async list => {
    const { detector } = globalThis.window
    const read = async (path: string) => {
      const response = await fetch(path)
      const root = new DOMParser().parseFromString(await response.text(), 'text/html')
      return {
        status: response.status,
        found: detector.aliveIn(root).map(what => `${path} ${what}`),
        counts: detector.countsIn(root),
        heading: root.querySelector('h1')?.textContent ?? '',
        shared: root.querySelector('meta[property="og:title"]')?.getAttribute('content') ?? '',
        data: root.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
      }
    }
    const all: Awaited<ReturnType<typeof read>>[] = []
    for (let at = 0; at < list.length; at += 6)
      all.push(...(await Promise.all(list.slice(at, at + 6).map(read))))
    return all
  }, paths)
}

/** Twenty at a time, as a cart holds them. */
function partsOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, n) =>
    list.slice(n * size, (n + 1) * size),
  )
}

test('two hundred hostile texts stay texts on every page, in every mail and in every feed that prints them', async ({
  browser,
  someone,
  town,
}) => {
  test.setTimeout(300_000)
  expect(HOSTILE.length).toBeGreaterThanOrEqual(200)
  const hits: string[] = []
  const { email: sellerEmail, api: seller } = await creator(town, 'hostile')
  const { email: adminEmail, api: admin } = await creator(town, 'keeper', { linked: false })
  await town.grantAdmin(adminEmail)
  const model = await publishProduct(seller, { name: 'Harmless' })
  const valid = HOSTILE.filter(text => text.trim().length >= 3 && text.length <= 50)
  const typed = valid.filter((_, index) => index % 20 === 0)
  const db = new pg.Client(town.databaseUrl)
  await db.connect()

  // A few as a seller types them; all of them in the tables.
  for (const name of typed) await publishProduct(seller, { name })
  const ids = await hangHostileProducts(db, { productId: model.id, sellerEmail })
  const sellers = await inviteHostileSellers(db)
  const orders: string[] = []
  for (const [index, part] of partsOf(ids, IN_A_CART).entries()) {
    const { init_point } = expectOk(
      await new ApiClient(town.origin).call(createPreference, {
        body: {
          products: part.map(id => ({ id })),
          payerEmail: index === 0 ? "o'__hit+1@mail.test" : `hostile-${index}@mail.test`,
        },
      }),
    )
    const preferenceId = new URL(init_point).searchParams.get('pref_id')!
    const { preferences } = await town.provider.readLedger()
    const preference = preferences.find(({ id }) => id === preferenceId)!
    orders.push(new URL(preference.back_urls.success).searchParams.get('order')!)
    await town.provider.pay({ preferenceId, outcome: 'approved' })
  }
  for (const part of partsOf(HOSTILE, 30)) {
    const message = part.join('\n').slice(0, MESSAGE_MAX)
    const body = { email: "o'__hit+1@mail.test", message }
    expectOk(await new ApiClient(town.origin).call(sendSupportMessage, { body }))
  }
  await town.waitForJobs()
  await writeHostileRows(db, { productId: model.id, sellerEmail })
  const { rows } = await db.query<{ username: string; sale: string }>(
    `select username, (select id::text from orders order by id limit 1) as sale
     from profiles p join users u on u.id = p.user_id where u.email = $1`,
    [sellerEmail],
  )
  const [{ username, sale }] = rows as [{ username: string; sale: string }]

  const street = await unprotected(browser, town, hits)
  const page = await street.newPage()

  await test.step('the detector sees what is alive', async () => {
    await page.goto('about:blank')
    await page.setContent('<img src=x onerror=__hit(1)><script>__hit(2)</script>')
    await expect.poll(() => hits.toSorted()).toEqual(['ran: 1', 'ran: 2'])
    expect(await alive(page)).toHaveLength(2)
    hits.length = 0
  })

  await test.step('what the server writes, text by text', async () => {
    await page.goto('/faq')
    const [harmless, ...products] = await aliveAt(
      page,
      [model.id, ...ids].map(id => `/product/${id}`),
    )
    expect(products.flatMap(({ found }) => found)).toEqual([])
    // The last ones were taken down.
    const shown = products.slice(0, -20)
    for (const [index, { counts, heading, shared, data }] of shown.entries()) {
      const text = HOSTILE[index]!
      expect(counts, text).toEqual(harmless!.counts)
      expect(heading).toBe(asParsed(text))
      expect(shared).toBe(asParsed(text))
      expect(JSON.parse(data)).toMatchObject({ name: text, description: text })
    }
    const others = await aliveAt(page, [
      ...sellers.map(name => `/profile/${name}`),
      ...HOSTILE.map(text => `/explore?q=${encodeURIComponent(text.slice(0, 100))}`),
    ])
    expect(others.flatMap(({ found }) => found)).toEqual([])
    expect(others.filter(({ status }) => status >= 500)).toEqual([])
  })

  await test.step('feeds, maps and cards for sharing', async () => {
    const read = (path: string) =>
      page.evaluate(async address => {
        const text = await (await fetch(address)).text()
        const root = new DOMParser().parseFromString(text, 'application/xml')
        return {
          broken: root.querySelector('parsererror')?.textContent ?? '',
          names: [...new Set([...root.querySelectorAll('*')].map(({ nodeName }) => nodeName))],
        }
      }, path)
    expect(await read(`/profile/${username}/feed.xml`)).toEqual({
      broken: '',
      names: expect.not.arrayContaining(['script', 'img', 'x']) as string[],
    })
    for (const map of ['/sitemap.xml', '/sitemap/products-1.xml'])
      expect((await read(map)).broken).toBe('')
    for (const id of ids.slice(0, -20).filter((_, index) => index % 25 === 0)) {
      const card = await page.request.get(`/og/product/${id}.jpg`)
      expect([card.status(), card.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    }
  })

  const visit = async (who: Page, path: string) => {
    await open(who, path)
    expect(await alive(who), path).toEqual([])
    expect(hits, path).toEqual([])
  }

  await test.step('the street, once its scripts run', async () => {
    await db.query('update products set description = $1 where id = any($2)', [
      HOSTILE.join('\n'),
      ids.slice(0, 2),
    ])
    for (let number = 1; number <= Math.ceil(ids.length / 24); number += 1)
      await visit(page, `/explore?page=${number}`)
    for (const path of ['/', `/profile/${username}`, `/product/${ids[0]}`, `/product/${ids[2]}`])
      await visit(page, path)
    await page.evaluate(cart => localStorage.setItem('kiosko:cart', JSON.stringify(cart)), {
      seller: username,
      ids: ids.slice(0, IN_A_CART),
    })
    await visit(page, '/checkout')
    for (const token of orders) await visit(page, `/order/${token}`)
    await visit(page, `/payment/success?order=${orders[0]}`)
    await open(page, '/explore')
    await page.locator('input[name=q]').focus()
    await page.locator('input[name=q][role=combobox]').fill('script')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    expect(await alive(page)).toEqual([])
  })

  await test.step('behind the counter, and the admins’ desk', async () => {
    const counter = await unprotected(browser, town, hits)
    await wear({ context: counter }, town, seller)
    const desk = await counter.newPage()
    for (const path of [
      '/dashboard/home',
      '/dashboard/products',
      `/dashboard/product/${ids[0]}`,
      `/dashboard/product/edit/${ids[0]}`,
      '/dashboard/sales',
      `/dashboard/sales?sale=${sale}`,
      '/dashboard/profile',
      '/dashboard/profile/build',
      '/dashboard/profile/notifications',
      '/dashboard/security',
    ])
      await visit(desk, path)
    await counter.close()

    const house = await unprotected(browser, town, hits)
    await wear({ context: house }, town, admin)
    const office = await house.newPage()
    for (const tab of ['reviews', 'reports', 'users', 'products', 'jobs', 'testimonials', 'audit'])
      await visit(office, `/dashboard/admin?tab=${tab}`)
    await house.close()
  })

  await test.step('every mail', async () => {
    const letters = await town.listAllMails()
    const [first] = HOSTILE
    expect(letters.filter(({ html }) => html.includes('__hit')).length).toBeGreaterThan(20)
    expect(letters.some(({ text }) => text.includes(first!))).toBe(true)
    await page.goto('about:blank')
    for (const { subject, html } of letters) {
      await page.setContent(html)
      expect(await alive(page), subject).toEqual([])
    }
    expect(hits).toEqual([])
  })

  await test.step('and where the policy is in force it has nothing to refuse', async () => {
    const guest = await someone('es')
    for (const path of ['/', '/explore', `/product/${ids[0]}`, `/order/${orders[0]}`])
      await open(guest.page, path)
    await expect(
      guest.page.getByRole('heading', { level: 1 }).first(),
      m.order_download({}, { locale: 'es' }),
    ).toBeVisible()
  })
  await db.end()
  await street.close()
})

/** Parsers of HTML know one end of a line only. */
const asParsed = (text: string): string => text.replaceAll('\r\n', '\n')
