import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { login, logout } from '#contract/accounts/sessions.ts'
import { updateUser } from '#contract/accounts/user.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import * as m from '#messages'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { readUploads } from '#tools/api-client/resumable-uploads.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { setSessionCookies, submitLoginForm } from '../actions/account-actions.ts'
import { fillProductForm } from '../actions/purchase-actions.ts'
import { createSeller, toFilePayload } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { storyVariants } from '../variants.ts'

const CREATE_PAGE = '/dashboard/product/create'
const FILE_NAME = 'curso de acuarela.pdf'
const FILE_BYTES = 60_000_000
/** Slow enough for what happens meanwhile, in bytes a second. */
const SLOW = 3_000_000

/** The rest of the file is sent and checked in this time, also beside other tests. */
const CHECKED = { timeout: 60_000 }

let folder: string
let file: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosko-resumable-'))
  file = join(folder, FILE_NAME)
  await writeFile(file, Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(FILE_BYTES)]))
})
test.afterAll(() => rm(folder, { recursive: true }))

/** Sets the network of a tab: how fast it sends, and whether it is connected. */
async function createNetwork(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  return (uploadThroughput: number, offline = false) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

/** Shows the files of the panel, which phones begin with one line. */
async function openPanel(panel: Locator) {
  await expect(panel).toBeVisible()
  const toggle = panel.getByRole('button', { expanded: false })
  if (await toggle.isVisible()) await toggle.click()
}

for (const { locale, width } of storyVariants('es', 1280)) {
  // `npm test` tells it once.
  const tag = locale === 'es' && width === 1280 ? ' @core' : ''
  test(`a file goes on after a pause, a cut, another page, a restart of the server, a reload and the end of the session, and is published (${locale}, ${width})${tag}`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api, email } = await createSeller(server, 'resumable')
    // A sign-in shows the pages in the language of the account.
    const languagePreference = locale === 'en' ? 'EN' : 'SPA'
    expectOk(await api.call(updateUser, { body: { languagePreference } }))
    const ana = await openBrowser(locale, width)
    await setSessionCookies(ana, server, api)
    ana.allowConsoleError(/ERR_|Failed to fetch/)
    const { page } = ana
    page.on('dialog', dialog => void dialog.accept())
    const setNetwork = await createNetwork(page)
    const panel = page.getByRole('complementary', { name: m.upload_panel({}, o) })
    const field = page.locator('input[name=product_file]')
    const readBytes = async () => (await readUploads(api))[0]?.receivedBytes ?? 0

    await gotoAndWaitForIdle(page, CREATE_PAGE)
    await setNetwork(SLOW)
    await field.setInputFiles(file)
    await openPanel(panel)
    await expect.poll(readBytes).toBeGreaterThan(0)

    await panel.getByRole('button', { name: m.upload_pause_of({ name: FILE_NAME }, o) }).click()
    await expect(panel.getByText(m.upload_paused({}, o)).first()).toBeVisible()
    await panel.getByRole('button', { name: m.upload_resume_of({ name: FILE_NAME }, o) }).click()
    await expect(panel.getByText(m.upload_sending({}, o)).first()).toBeVisible()

    await setNetwork(SLOW, true)
    await expect(panel.getByText(m.upload_interrupted({}, o)).first()).toBeVisible()
    await setNetwork(SLOW)
    await expect(panel.getByText(m.upload_sending({}, o)).first()).toBeVisible()

    if (width < 1024) await page.getByRole('button', { name: m.nav_menu({}, o) }).click()
    await page.locator(`a[href^='/dashboard/products']:visible`).first().click()
    await expect(page.getByRole('heading', { name: m.products_title({}, o) })).toBeVisible()
    await openPanel(panel)
    await expect(panel.getByRole('progressbar')).toBeVisible()

    await server.kill()
    await expect(panel.getByText(m.upload_interrupted({}, o)).first()).toBeVisible()
    await server.start()
    await expect(panel.getByText(m.upload_sending({}, o)).first()).toBeVisible()

    await page.reload()
    await openPanel(panel)
    await expect(panel.getByText(m.upload_needs_file({}, o)).first()).toBeVisible()
    const [before] = await readUploads(api)
    await setNetwork(SLOW)
    await panel.getByLabel(m.upload_choose_again({}, o)).setInputFiles(file)
    await expect(panel.getByText(m.upload_sending({}, o)).first()).toBeVisible()

    await api.call(logout, {})
    await page.waitForURL('**/login**')
    await submitLoginForm(ana, locale, email, PASSWORD)
    await page.waitForURL('**/dashboard/products')
    api.cookies.clear()
    expectOk(await api.call(login, { body: { email, password: PASSWORD } }))
    await openPanel(panel)
    await expect(panel.getByText(m.upload_sending({}, o)).first()).toBeVisible()
    await setNetwork(-1)
    await expect(panel.getByText(m.upload_ready({}, o)).first()).toBeVisible(CHECKED)
    const uploads = await readUploads(api)
    expect(uploads).toMatchObject([{ id: before!.id, state: 'ready', fileName: FILE_NAME }])

    // The form takes the file that has arrived, without sending it again.
    await gotoAndWaitForIdle(page, CREATE_PAGE)
    await field.setInputFiles(file)
    await fillProductForm(page, locale, 'Curso de acuarela')
    await page.getByRole('button', { name: m.create_submit({}, o) }).click()
    await page.waitForURL('**/dashboard/products')
    const { products } = expectOk(await api.call(listOwnProducts, {}))
    expect(products).toMatchObject([
      { name: 'Curso de acuarela', files: { count: 1, types: ['PDF'] } },
    ])
    expect(await readUploads(api)).toEqual([])
  })
}

for (const { locale, width } of storyVariants('en', 1280))
  test(`a file that one tab sends is not sent by another, which goes on when the first is closed (${locale}, ${width})`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'tabs')
    const ana = await openBrowser(locale, width)
    await setSessionCookies(ana, server, api)
    const first = ana.page
    first.on('dialog', dialog => void dialog.accept())
    const second = await ana.context.newPage()
    const setNetwork = await createNetwork(first)
    await setNetwork(SLOW)
    const field = (page: Page) => page.locator('input[name=product_file]')
    const panelOf = (page: Page) => page.getByRole('complementary', { name: m.upload_panel({}, o) })

    await gotoAndWaitForIdle(first, CREATE_PAGE)
    await field(first).setInputFiles(file)
    await expect(panelOf(first).getByText(m.upload_sending({}, o)).first()).toBeVisible()
    await expect.poll(() => readUploads(api)).toHaveLength(1)
    // The second tab has learned of the upload from the server before the same file is chosen in it.
    await gotoAndWaitForIdle(second, CREATE_PAGE)
    const here = m.upload_elsewhere({}, o)
    const only = panelOf(second).getByText(new RegExp(`${m.upload_elsewhere_only({}, o)}$`))
    await openPanel(panelOf(second))
    await expect(only).toBeVisible()
    await expect(panelOf(second).getByText(here)).toHaveCount(0)
    await field(second).setInputFiles(file)

    await expect(panelOf(second).getByText(here).first()).toBeVisible()
    expect(await readUploads(api)).toHaveLength(1)
    await first.close()
    // Once it is there, it is one of the draft's files, and no upload any more.
    const files = second.getByRole('region', { name: m.files_title({}, o), exact: true })
    await expect(files.getByRole('heading', { name: FILE_NAME })).toBeVisible(CHECKED)
    await expect.poll(() => readUploads(api)).toEqual([])
  })

test('a file that was paused while it waited for another one waits again, and both are added in their order', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'queue')
  const ana = await openBrowser('es')
  await setSessionCookies(ana, server, api)
  const { page } = ana
  const panel = page.getByRole('complementary', { name: m.upload_panel({}, o) })
  const queued = panel.getByRole('listitem').filter({ hasText: 'letra.pdf' })
  const setNetwork = await createNetwork(page)

  await gotoAndWaitForIdle(page, CREATE_PAGE)
  await setNetwork(100_000)
  await page
    .locator('input[name=product_file]')
    .setInputFiles([
      await toFilePayload(createPdfFile(3_000_000, 'partitura.pdf')),
      await toFilePayload(createPdfFile(20_000, 'letra.pdf')),
    ])
  await expect(queued).toContainText(m.upload_queued({}, o))
  await panel.getByRole('button', { name: m.upload_pause_of({ name: 'letra.pdf' }, o) }).click()
  await expect(queued).toContainText(m.upload_paused({}, o))
  const sending = panel.getByRole('listitem').filter({ hasText: 'partitura.pdf' })
  const sentBefore = await sending.innerText()
  await panel.getByRole('button', { name: m.upload_resume_of({ name: 'letra.pdf' }, o) }).click()

  // Once more of the first file is sent, the second one has found out whether it can be sent here.
  await expect(sending).not.toHaveText(sentBefore, { useInnerText: true })
  await expect(queued).toContainText(m.upload_queued({}, o))
  await setNetwork(-1)
  const files = page.getByRole('region', { name: m.files_title({}, o), exact: true })
  await expect(files.getByRole('heading', { level: 3 })).toHaveText(['partitura.pdf', 'letra.pdf'])
  await expect.poll(() => readUploads(api)).toEqual([])
})
