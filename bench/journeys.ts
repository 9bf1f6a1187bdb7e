import { type Locator, type Page, chromium } from '@playwright/test'
import * as m from '#messages'
import { ApiClient } from '#tools/api-client/api-client.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { median } from '#tools/statistics.ts'
import { insertSignedInUser } from '#tools/test-app/rows.ts'
import { type TestServer, startTestServer } from '#tools/test-app/test-server.ts'
import { findDebianBrowser } from '../scripts/browser.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { publishReport } from './shared/report.ts'

/**
 * Counts the taps and seconds of whole journeys on a phone with a slow connection: a seller from "My products" to the copied
 * link of a free product with one file or three, and a buyer from that link to the downloaded file. Nobody thinks or types
 * in these seconds: texts are filled in at once.
 * Usage: `journeys.ts [rounds]`.
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

interface Journey {
  taps: number
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
  const buyers: Journey[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const { journey, address } = await publishFreeProduct(testServer, `una${round}`, 1)
    sellers.push(journey)
    sellersOfThree.push((await publishFreeProduct(testServer, `tres${round}`, 3)).journey)
    buyers.push(await getFreeProduct(testServer, address, `compra${round}@bench.test`))
  }
  const describe = (journeys: Journey[]) =>
    `${median(journeys.map(({ taps }) => taps))} taps, ${median(journeys.map(({ seconds }) => seconds)).toFixed(1)} s`
  await publishReport('journeys', {
    title: 'Whole journeys on a phone',
    how: `Chromium as a phone with 150 ms, 1.6 Mbit/s and a processor four times slower; medians of ${rounds}. Opening a list and choosing from it are two taps, as are choosing files and their dialog; nobody thinks or types meanwhile.`,
    figures: [
      {
        what: 'seller: from "My products" to the copied link of a product with one file',
        measured: describe(sellers),
      },
      { what: 'seller: the same with three files', measured: describe(sellersOfThree) },
      { what: 'buyer: from the link of a free product to its file', measured: describe(buyers) },
    ],
  })
} finally {
  await browser.close()
  await testServer.close()
}

/** Opens a phone with the cookies of a client, and counts what is tapped on it. */
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
  return {
    page,
    countTaps: () => taps,
    close: () => context.close(),
    tap: async (target: Locator) => {
      taps += 1
      await target.tap()
    },
    fill: async (target: Locator, text: string) => {
      taps += 1
      await target.fill(text)
    },
    select: async (target: Locator) => {
      taps += 2
      await target.selectOption({ index: 1 })
    },
    /** Chooses files in one dialog, each by a tap. */
    choose: async (target: Locator, ...files: File[]) => {
      taps += 1 + files.length
      const payloads = files.map(async file => ({
        name: file.name,
        mimeType: file.type,
        buffer: Buffer.from(await file.arrayBuffer()),
      }))
      await target.setInputFiles(await Promise.all(payloads))
    },
  }
}

/** Returns a function that tells the seconds since this call. */
function startClock(): () => number {
  const startedAt = performance.now()
  return () => (performance.now() - startedAt) / 1000
}

/** Publishes a free product with files of 200 kB and copies its link. */
async function publishFreeProduct(
  server: TestServer,
  name: string,
  fileCount: number,
): Promise<{ journey: Journey; address: string }> {
  const client = new ApiClient(server.origin)
  await insertSignedInUser(await server.openRows(), client, `${name}@bench.test`)
  const { page, tap, fill, select, choose, countTaps, close } = await openPhone(server, client)
  await page.goto('/dashboard/products')
  const create = page.locator('main a[href="/dashboard/product/create"]').first()
  await create.waitFor()

  const readClock = startClock()
  await tap(create)
  await fill(field(page, m.create_name({}, o)), `Milonga ${name}`)
  const files = Array.from({ length: fileCount }, (_, index) =>
    createPdfFile(200_000, `milonga${index}.pdf`),
  )
  await choose(page.locator('input[name=product_file]'), ...files)
  await choose(
    page.locator('input[name=image_file]'),
    await createCoverImage({ width: 1200, height: 1500 }),
  )
  await fill(field(page, m.create_description({}, o)), 'Partitura para guitarra, en dos tonos.')
  await fill(field(page, m.create_price({}, o)), '0')
  await select(field(page, m.create_category({}, o)))
  await select(field(page, m.create_subcategory({}, o)))
  await tap(page.getByRole('button', { name: m.create_submit({}, o), exact: true }))
  const published = page.getByRole('region', { name: m.published_title({}, o) })
  await tap(published.getByRole('button', { name: m.share_copy({}, o) }))
  await page.waitForFunction(() => navigator.clipboard.readText().then(text => text !== ''))
  const journey = { taps: countTaps(), seconds: readClock() }
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await close()
  return { journey, address }
}

/** Follows the link of a free product, asks for it by email, and downloads the file by the link in the email. */
async function getFreeProduct(
  server: TestServer,
  address: string,
  email: string,
): Promise<Journey> {
  const { page, tap, fill, countTaps, close } = await openPhone(server)

  const readClock = startClock()
  await page.goto(address)
  await fill(page.getByRole('textbox', { name: m.free_copy_label({}, o) }), email)
  await tap(page.getByRole('button', { name: m.free_copy_submit({}, o), exact: true }))
  const link = await server.waitForMailedLink(email, 'order')
  // The tap on the link in the email.
  await page.goto(link)
  const download = page.waitForEvent('download')
  await tap(page.getByRole('link', { name: m.order_download({}, o) }).first())
  await (await download).path()
  const journey = { taps: countTaps() + 1, seconds: readClock() }
  await close()
  return journey
}

function field(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true })
}
