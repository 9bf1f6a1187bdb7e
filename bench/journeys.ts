import { type Locator, type Page, chromium } from '@playwright/test'
import * as m from '#messages'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { PASSWORD } from '#tools/api-client/creator.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { median } from '#tools/statistics.ts'
import { insertSignedInUser } from '#tools/test-app/rows.ts'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { findDebianBrowser } from '../scripts/browser.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { publishReport } from './shared/report.ts'

/**
 * Counts the taps, fields and seconds of whole journeys on a phone with a slow connection: a seller from "My products"
 * to the copied link of a free product with one file or three, a seller from the registration to the link of a paid
 * product with three files, and a buyer from the link of a free product to the downloaded file. Nobody thinks or types
 * in these seconds: texts are filled in at once. Usage: `journeys.ts [rounds]`.
 */
const [rounds = 3] = process.argv.slice(2).map(Number)
const PHONE = { width: 390, height: 844 }
/** As Lighthouse simulates a phone: 150 ms, 1.6 Mbit/s down, 750 kbit/s up, and a processor four times slower. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 * 0.9) / 8,
  uploadThroughput: (750e3 * 0.9) / 8,
}
const PROCESSOR_SLOWDOWN = 4
const o = { locale: 'es' } as const
const LINK_TO_CREATE = 'a[href="/dashboard/product/create"]'

interface Journey {
  /** All taps, those into fields among them. */
  taps: number
  /** What is filled in or chosen: texts, lists, boxes and files. */
  fields: number
  seconds: number
}

await buildIfNeeded()
const testServer = await startTestServer({ LOG_LEVEL: 'warn' })
const executablePath = findDebianBrowser()
const browser = await chromium.launch({
  ...(executablePath !== undefined && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await testServer.start()
  const sellers: Journey[] = []
  const sellersOfThree: Journey[] = []
  const newSellers: Journey[] = []
  const buyers: Journey[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const { journey, address } = await publishFreeProduct(testServer, `una${round}`, 1)
    sellers.push(journey)
    sellersOfThree.push((await publishFreeProduct(testServer, `tres${round}`, 3)).journey)
    newSellers.push(await publishFirstProduct(testServer, `nueva${round}`, 3))
    buyers.push(await getFreeProduct(testServer, address, `compra${round}@bench.test`))
  }
  const describe = (journeys: Journey[]) =>
    `${median(journeys.map(({ taps }) => taps))} taps, ${median(journeys.map(({ fields }) => fields))} fields, ${median(journeys.map(({ seconds }) => seconds)).toFixed(1)} s`
  await publishReport('journeys', {
    title: 'Whole journeys on a phone',
    how: `Chromium as a phone with 150 ms, 1.6 Mbit/s and a processor four times slower; medians of ${rounds}. Opening a list and choosing from it are two taps, as are choosing files and their dialog; the taps into fields are among the taps; nobody thinks or types meanwhile.`,
    figures: [
      {
        what: 'seller: from "My products" to the copied link of a product with one file',
        measured: describe(sellers),
      },
      { what: 'seller: the same with three files', measured: describe(sellersOfThree) },
      {
        what: 'seller: from the registration to the copied link of a paid product with three files, with the account of MercadoPago',
        measured: describe(newSellers),
      },
      { what: 'buyer: from the link of a free product to its file', measured: describe(buyers) },
    ],
  })
} finally {
  await browser.close()
  await testServer.close()
}

type Phone = Awaited<ReturnType<typeof openPhone>>

/** Opens a phone with the cookies of a client, and counts what is tapped and filled in on it. */
async function openPhone(server: TestServer, client = new ApiClient(server.origin)) {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'es-AR',
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies(
    [...client.cookies].map(([name, value]) => ({ name, value, url: server.origin })),
  )
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWDOWN })
  let taps = 0
  let fields = 0
  let startedAt = performance.now()
  return {
    page,
    /** Begins the journey, of which earlier waiting is no part. */
    begin: () => (startedAt = performance.now()),
    readJourney: (): Journey => ({
      taps,
      fields,
      seconds: (performance.now() - startedAt) / 1000,
    }),
    close: () => context.close(),
    tap: async (target: Locator) => {
      taps += 1
      await target.tap()
    },
    /** Opens a link of an email. */
    follow: async (link: string) => {
      taps += 1
      await page.goto(link)
    },
    fill: async (target: Locator, text: string) => {
      taps += 1
      fields += 1
      await target.fill(text)
    },
    select: async (target: Locator, choice: { index: number } | string = { index: 1 }) => {
      taps += 2
      fields += 1
      await target.selectOption(choice)
    },
    check: async (target: Locator) => {
      taps += 1
      fields += 1
      await target.check()
    },
    /** Chooses files in one dialog, each by a tap. */
    choose: async (target: Locator, ...files: File[]) => {
      taps += 1 + files.length
      fields += 1
      const payloads = files.map(async file => ({
        name: file.name,
        mimeType: file.type,
        buffer: Buffer.from(await file.arrayBuffer()),
      }))
      await target.setInputFiles(await Promise.all(payloads))
    },
  }
}

/** Publishes a free product with files of 200 kB and copies its link. */
async function publishFreeProduct(
  server: TestServer,
  name: string,
  fileCount: number,
): Promise<{ journey: Journey; address: string }> {
  const client = new ApiClient(server.origin)
  await insertSignedInUser(await server.openRows(), client, `${name}@bench.test`)
  const phone = await openPhone(server, client)
  await phone.page.goto('/dashboard/products')
  const create = phone.page.locator(`main ${LINK_TO_CREATE}`).first()
  await create.waitFor()

  phone.begin()
  await publishProduct(phone, create, { name: `Recetas ${name}`, price: '0', fileCount })
  const journey = phone.readJourney()
  const address = await phone.page.evaluate(() => navigator.clipboard.readText())
  await phone.close()
  return { journey, address }
}

/** Registers, confirms the email, links a new account of MercadoPago, publishes a paid product and copies its link. */
async function publishFirstProduct(
  server: TestServer,
  name: string,
  fileCount: number,
): Promise<Journey> {
  const email = `${name}@bench.test`
  const phone = await openPhone(server)
  const { page, tap, fill, check, select } = phone
  await page.goto('/register')
  await field(page, m.field_email({}, o)).waitFor()

  phone.begin()
  await fill(field(page, m.field_email({}, o)), email)
  await fill(field(page, m.field_password({}, o)), PASSWORD)
  await fill(field(page, m.field_confirm_password({}, o)), PASSWORD)
  await check(page.getByRole('checkbox'))
  await tap(page.getByRole('button', { name: m.register_submit({}, o) }))
  await phone.follow(await server.waitForMailedLink(email, 'verify'))
  await tap(page.getByRole('button', { name: m.welcome_next({}, o) }))
  await tap(page.getByRole('button', { name: m.payment_connect_short({}, o) }))
  // An account that exists already belongs to the seller of an earlier round.
  await select(page.locator('select[name=user_id]'), 'new')
  await tap(page.locator('button[name=decision][value=allow]'))
  await page.waitForURL('**/dashboard/profile/payment?outcome=linked')
  await publishProduct(phone, page.locator(`main ${LINK_TO_CREATE}`), {
    name: `Recetas ${name}`,
    price: '8900',
    fileCount,
  })
  const journey = phone.readJourney()
  await phone.close()
  return journey
}

/** Opens the form of a new product, fills it in, publishes the product with files of 200 kB and copies its link. */
async function publishProduct(
  { page, tap, fill, choose }: Phone,
  create: Locator,
  { name, price, fileCount }: { name: string; price: string; fileCount: number },
): Promise<void> {
  await tap(create)
  // The name comes from the first file, the category from the name, and the cover is drawn.
  const files = Array.from({ length: fileCount }, (_, index) =>
    createPdfFile(200_000, index === 0 ? `${name}.pdf` : `${name} ${index}.pdf`),
  )
  await choose(page.locator('input[name=product_file]'), ...files)
  await fill(field(page, m.create_price({}, o)), price)
  await fill(field(page, m.create_description({}, o)), 'Ochenta recetas, con fotos.')
  await page.getByText(m.create_category_by_name({}, o)).waitFor()
  await page.locator('fieldset button[aria-pressed=true]').waitFor()
  await tap(page.getByRole('button', { name: m.create_submit({}, o), exact: true }))
  const published = page.getByRole('region', { name: m.published_title({}, o) })
  await tap(published.getByRole('button', { name: m.share_copy({}, o) }))
  await page.waitForFunction(() => navigator.clipboard.readText().then(text => text !== ''))
}

/** Follows the link of a free product, asks for it by email, and downloads the file by the link in the email. */
async function getFreeProduct(
  server: TestServer,
  address: string,
  email: string,
): Promise<Journey> {
  const { page, begin, tap, fill, follow, readJourney, close } = await openPhone(server)

  begin()
  await page.goto(address)
  await fill(page.getByRole('textbox', { name: m.free_copy_label({}, o) }), email)
  await tap(page.getByRole('button', { name: m.free_copy_submit({}, o), exact: true }))
  await follow(await server.waitForMailedLink(email, 'order'))
  const download = page.waitForEvent('download')
  await tap(page.getByRole('link', { name: m.order_download({}, o) }).first())
  await (await download).path()
  const journey = readJourney()
  await close()
  return journey
}

function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}
