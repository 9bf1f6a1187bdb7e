import type { BrowserContext, Page } from '@playwright/test'
import { createDraft } from '#contract/products/working-copy.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { readDrafts } from '#tools/api-client/drafts.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { createSeller, toFilePayload } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { stateVariants } from '../variants.ts'

const NEW = '/dashboard/product/create'
const DRAFT = /create\?draft=\d+$/

const readNames = async (api: ApiClient) => (await readDrafts(api)).map(({ fields }) => fields.name)

/** Lets the answers of requests that create drafts wait for a promise. */
async function holdCreation(
  target: Page | BrowserContext,
  promise: Promise<void>,
  onRequest = () => {},
) {
  await target.route('**/api/product/drafts', async route => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    const [status, headers, body] = [response.status(), response.headers(), await response.body()]
    onRequest()
    await promise
    return route.fulfill({ status, headers, body })
  })
}

for (const { locale, width } of stateVariants('es', 390))
  test(`the first letter of a new product makes its draft, which another device shows (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'letter')
    const phone = await openBrowser(locale, width)
    await setSessionCookies(phone, server, api)
    const { page } = phone
    const name = page.getByLabel(m.create_name({}, o))

    await gotoAndWaitForIdle(page, '/dashboard/products')
    await page.getByRole('link', { name: m.upload_first_go({}, o) }).click()
    await expect(page.getByRole('heading', { name: m.create_title({}, o) })).toBeVisible()
    await checkScreen(page, `new-product-${locale}`)
    expect(await readDrafts(api)).toEqual([])

    // The answer is slow, and what is typed meanwhile belongs to the same draft.
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await holdCreation(page, isReleased)
    await name.pressSequentially('Mi')
    await expect.poll(async () => (await readDrafts(api)).length).toBe(1)
    await name.pressSequentially('longa')
    await page.keyboard.press('Home')
    release()
    await page.waitForURL(DRAFT)

    // The focus and the caret stay where they were.
    await expect(name).toBeFocused()
    await page.keyboard.type('La ')
    await expect(name).toHaveValue('La Milonga')
    await expect.poll(() => readNames(api)).toEqual(['La Milonga'])
    const saved = m.draft_saved({ time: '' }, o).trim()
    await expect(page.getByRole('status').filter({ hasText: saved })).toBeVisible()
    await checkScreen(page, `new-product-saved-${locale}`)

    const address = page.url()
    const desk = await openBrowser(locale, 1280)
    await setSessionCookies(desk, server, api)
    await gotoAndWaitForIdle(desk.page, '/dashboard/products')
    await desk.page.getByRole('link', { name: m.draft_continue({}, o) }).click()
    await expect(desk.page.getByLabel(m.create_name({}, o))).toHaveValue('La Milonga')
    expect(desk.page.url()).toBe(address)

    // Back leaves the page, as the draft has replaced the form in the history; forward and a reload show the draft.
    await page.goBack()
    await page.waitForURL('**/dashboard/products')
    await page.goForward()
    await expect(name).toHaveValue('La Milonga')
    await page.reload()
    await expect(name).toHaveValue('La Milonga')

    // The link to a new product begins another one, which leaves nothing if nothing is typed.
    await gotoAndWaitForIdle(page, NEW)
    await expect(name).toHaveValue('')
    await gotoAndWaitForIdle(page, '/dashboard/products')
    expect(await readNames(api)).toEqual(['La Milonga'])

    // A draft whose only letter was erased is in no list.
    await gotoAndWaitForIdle(page, NEW)
    await name.fill('x')
    await page.waitForURL(DRAFT)
    await name.fill('')
    await expect.poll(() => readNames(api)).toEqual(['', 'La Milonga'])
    await gotoAndWaitForIdle(page, '/dashboard/products')
    await expect(page.getByRole('heading', { name: 'La Milonga' })).toBeVisible()
    await expect(page.getByText(m.draft_nameless({}, o))).toHaveCount(0)
  })

test('a product that is typed while the network is down becomes one draft, also after a lost response and in two tabs', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'en' } as const
  const { api } = await createSeller(server, 'lost')
  const ana = await openBrowser('en')
  ana.allowConsoleError(/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  page.on('dialog', dialog => void dialog.accept())
  const name = page.getByLabel(m.create_name({}, o))

  // The server creates the draft, and the answer never arrives.
  await gotoAndWaitForIdle(page, NEW)
  const created: string[] = []
  await page.context().route('**/api/product/drafts', async route => {
    created.push(route.request().headers()['idempotency-key']!)
    await route.fetch()
    await route.abort()
  })
  await name.pressSequentially('Chacarera')
  await expect(page.getByText(m.draft_not_saved({}, o)).first()).toBeVisible()
  await expect(name).toHaveValue('Chacarera')
  await checkScreen(page, 'new-product-failed')

  // The page is left, and opened in two tabs at once, which both go on with the same draft.
  await page.goto('about:blank')
  await page.context().unrouteAll({ behavior: 'wait' })
  const { promise: haveBothAsked, resolve: noteBoth } = Promise.withResolvers<void>()
  let requestCount = 0
  await holdCreation(page.context(), haveBothAsked, () => {
    requestCount += 1
    if (requestCount === 2) noteBoth()
  })
  const second = await page.context().newPage()
  await Promise.all([page.goto(NEW), second.goto(NEW)])
  for (const tab of [page, second]) {
    await tab.waitForURL(DRAFT)
    await expect(tab.getByLabel(m.create_name({}, o))).toHaveValue('Chacarera')
  }
  expect(second.url()).toBe(page.url())
  await expect.poll(() => readNames(api)).toEqual(['Chacarera'])
  expect(new Set(created).size).toBe(1)
  await page.context().unrouteAll({ behavior: 'wait' })
  await second.close()

  // Two forms are two drafts, and what is typed without a network is saved once it is back.
  await gotoAndWaitForIdle(page, NEW)
  await page.context().setOffline(true)
  await name.fill('Gato')
  await expect(page.getByText(m.draft_not_saved({}, o)).first()).toBeVisible()
  await name.pressSequentially(' cuyano')
  await page.context().setOffline(false)
  await page.waitForURL(DRAFT)
  await expect.poll(() => readNames(api)).toEqual(['Gato cuyano', 'Chacarera'])

  // A seller with as many drafts as one can have is told so, and nothing typed is lost.
  for (let count = 2; count < 100; count += 1)
    expectOk(await api.call(createDraft, { body: { fields: { name: `Tango ${count}` } } }))
  await gotoAndWaitForIdle(page, NEW)
  await name.pressSequentially('Huayno')
  await expect(page.getByText(errorText('ERROR_TOO_MANY_DRAFTS', 'en')).first()).toBeVisible()
  await page.reload()
  await expect(name).toHaveValue('Huayno')
})

test('files that are chosen before anything is typed belong to the draft, which is published once they are uploaded', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'files')
  const ana = await openBrowser('es', 390)
  await setSessionCookies(ana, server, api)
  const { page, context } = ana
  const files = page.getByRole('region', { name: m.files_title({}, o) })
  const publish = page.getByRole('button', { name: m.create_submit({}, o), exact: true })

  await gotoAndWaitForIdle(page, NEW)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await holdCreation(page, isReleased)
  const names = ['milonga.pdf', 'audio.pdf', 'letra.pdf']
  await page
    .locator('input[name=product_file]')
    .setInputFiles(
      await Promise.all(
        names.map((name, index) => toFilePayload(createPdfFile(20_000 + index, name))),
      ),
    )
  await page
    .locator('input[name=image_file]')
    .setInputFiles(await toFilePayload(await createCoverImage()))
  await page.getByLabel(m.create_name({}, o)).fill('Milonga del alba')
  release()
  await page.waitForURL(DRAFT)
  for (const name of names) await expect(files.getByRole('heading', { name })).toBeVisible()
  await expect
    .poll(async () => (await readDrafts(api)).map(draft => [draft.fields.name, draft.files.count]))
    .toEqual([['Milonga del alba', 3]])
  await expect.poll(async () => (await readDrafts(api))[0]!.imageFile).not.toBeNull()
  await checkScreen(page, 'new-product-files')

  // The press on the button counts while a file is still on its way.
  await page.getByLabel(m.create_description({}, o)).fill('Partitura para guitarra.')
  await page.getByLabel(m.create_price({}, o), { exact: true }).fill('1500')
  await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
  await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
  const devtools = await context.newCDPSession(page)
  const limitUpload = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await limitUpload(150_000)
  await page
    .locator('input[name=product_file]')
    .setInputFiles(await toFilePayload(createPdfFile(2_000_000, 'grande.pdf')))
  const panel = page.getByRole('complementary', { name: m.upload_panel({}, o) })
  await expect(panel.getByRole('button', { name: /\b[1-9]\d? %$/ })).toBeVisible()
  await publish.click()
  await expect(page.getByText(m.draft_uploading({}, o))).toBeVisible()
  await checkScreen(page, 'new-product-waiting')
  await limitUpload(-1)
  await page.waitForURL('**/dashboard/products')

  const { products } = expectOk(await api.call(listOwnProducts, {}))
  expect(products).toMatchObject([{ name: 'Milonga del alba', files: { count: 4 } }])
  expect(await readDrafts(api)).toEqual([])
})

test('a file that is dropped anywhere on the page begins a draft with its name and a drawn cover', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'en' } as const
  const { api } = await createSeller(server, 'drop')
  const ana = await openBrowser('en')
  await setSessionCookies(ana, server, api)
  const { page } = ana
  await gotoAndWaitForIdle(page, NEW)
  const { name, mimeType, buffer } = await toFilePayload(
    createPdfFile(20_000, 'milonga_del-alba.pdf'),
  )
  const dataTransfer = await page.evaluateHandle(
    ([fileName, type, bytes]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], fileName, { type }))
      return transfer
    },
    [name, mimeType, [...buffer]] as const,
  )

  await page.getByRole('heading', { level: 1 }).dispatchEvent('drop', { dataTransfer })

  await page.waitForURL(DRAFT)
  await expect(page.getByLabel(m.create_name({}, o))).toHaveValue('Milonga del alba')
  await expect(page.getByRole('heading', { name: 'milonga_del-alba.pdf' })).toBeVisible()
  await expect
    .poll(async () => (await readDrafts(api))[0], { timeout: 30_000 })
    .toMatchObject({
      fields: { name: 'Milonga del alba' },
      files: { count: 1 },
      imageFile: expect.any(String),
    })
})

test('a cover that is chosen while another one is being drawn is kept', async ({
  openBrowser,
  server,
}) => {
  const o = { locale: 'es' } as const
  const { api } = await createSeller(server, 'cover')
  const ana = await openBrowser('es', 390)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  const { promise: isDrawing, resolve: noteDrawing } = Promise.withResolvers<void>()
  await page.exposeFunction('noteDrawing', noteDrawing)
  // The drawing ends when the test says so.
  await page.addInitScript(() => {
    const canvas: { toBlob: (this: HTMLCanvasElement, ...parameters: [BlobCallback]) => void } =
      HTMLCanvasElement.prototype
    const encode = canvas.toBlob
    canvas.toBlob = function (...parameters) {
      addEventListener('endDrawing', () => encode.apply(this, parameters), { once: true })
      ;(window as unknown as { noteDrawing: () => void }).noteDrawing()
    }
  })
  const readCover = async () => (await readDrafts(api))[0]?.imageFile
  await gotoAndWaitForIdle(page, NEW)
  await page.getByLabel(m.create_name({}, o)).fill('Milonga del alba')
  await isDrawing

  await page
    .locator('input[name=image_file]')
    .setInputFiles(await toFilePayload(await createCoverImage()))
  await expect.poll(readCover).toEqual(expect.any(String))
  const chosen = await readCover()
  const requests: string[] = []
  page.on('request', request => requests.push(request.url()))
  await page.evaluate(() => dispatchEvent(new Event('endDrawing')))
  await page.getByLabel(m.create_description({}, o)).fill('Partitura para guitarra.')
  await expect
    .poll(async () => (await readDrafts(api))[0]!.fields.description)
    .toBe('Partitura para guitarra.')

  expect(requests.filter(url => url.endsWith('/cover'))).toEqual([])
  expect(await readCover()).toBe(chosen)
})
