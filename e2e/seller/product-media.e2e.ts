import { buildProductPath } from '#contract/products/product-path.ts'
import type { Page } from '@playwright/test'
import { createDraft, getWorkingCopy } from '#contract/products/working-copy.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listOwnProducts, updateProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import {
  addProduct,
  createSeller,
  openOptional,
  tabUntilFocused,
  toFilePayload,
} from '../actions/seller-actions.ts'
import { type BrowserUser, expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'

const FIELDS = {
  name: 'Curso de charango',
  description: 'Doce clases para empezar de cero.',
  price: '9800',
  isPriceDynamic: false,
  categoryId: '1',
  subcategoryId: '1',
}
const PLAYERS = [/^https:\/\/www\.youtube-nocookie\.com\//, /^https:\/\/player\.vimeo\.com\//]

for (const [locale, width] of [
  ['es', 390],
  ['en', 1280],
] as const)
  test(`a draft gets pictures and a video, which a visitor sees after a press (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'media')
    const { id } = expectOk(await api.call(createDraft, { body: { fields: FIELDS } }))
    const seller = await openBrowser(locale, width)
    await setSessionCookies(seller, server, api)
    const { page } = seller
    await gotoAndWaitForIdle(page, `/dashboard/product/create?draft=${id}`)
    await page
      .locator('input[name=image_file]')
      .setInputFiles(await toFilePayload(await createCoverImage()))
    await page
      .getByRole('region', { name: m.files_title({}, o) })
      .locator('input[type=file]')
      .setInputFiles(await toFilePayload(createPdfFile(20_000, 'clases.pdf')))

    await test.step('several pictures are added at once, and moved by keyboard and by dragging', async () => {
      const section = page.getByRole('region', { name: m.previews_title({}, o) })
      const items = section.getByRole('listitem')
      const add = section.locator('input[type=file]')
      await openOptional(page, m.previews_title({}, o))
      await add.setInputFiles(await createPictures(3))
      await expect(items).toHaveCount(3)
      const readSources = () =>
        section
          .getByRole('img')
          .evaluateAll(images => images.map(image => (image as HTMLImageElement).src))
      const [first, second, third] = await readSources()

      const laterButton = (number: number) =>
        section.getByRole('button', { name: m.previews_later({ number }, o) })
      await tabUntilFocused(page, laterButton(1))
      await page.keyboard.press('Enter')
      await expect.poll(readSources).toEqual([second, first, third])
      // The focus follows the picture.
      await expect(laterButton(2)).toBeFocused()
      await expect(laterButton(2)).not.toHaveAttribute('aria-disabled')
      await page.keyboard.press('Enter')
      await expect.poll(readSources).toEqual([second, third, first])
      await expect(section.getByText(m.previews_moved({ position: 3, count: 3 }, o))).toBeAttached()

      const handle = items.nth(2).getByTitle(m.files_drag({}, o))
      await handle.evaluate(element => element.scrollIntoView({ block: 'center' }))
      const [from, to] = [await handle.boundingBox(), await items.first().boundingBox()]
      await page.mouse.move(from!.x + 10, from!.y + 10)
      await page.mouse.down()
      await page.mouse.move(to!.x + to!.width / 2, to!.y + 60, { steps: 8 })
      await page.mouse.up()
      await expect.poll(readSources).toEqual([first, second, third])
      const readStored = async () =>
        expectOk(await api.call(getWorkingCopy, { params: { id } })).previews.map(
          ({ imageFile }) => server.origin + imageFile,
        )
      await expect.poll(readStored).toEqual([first, second, third])

      await add.setInputFiles(await createPictures(7))
      // It is said after the last of five uploads, which take long on a busy machine.
      await expect(page.getByText(m.previews_full({ count: 8 }, o))).toBeVisible({
        timeout: 60_000,
      })
      await expect(items).toHaveCount(8)
      await expect(add).toHaveCount(0)
      await page.reload()
      await openOptional(page, m.previews_title({}, o))
      await expect(items).toHaveCount(8)
      const remove = section.getByRole('button', { name: m.previews_remove({ number: 8 }, o) })
      await remove.focus()
      await page.keyboard.press('Enter')
      await expect(items).toHaveCount(7)
      await expect(section.getByRole('heading')).toBeFocused()
      await add.setInputFiles(await createPictures(1))
      await expect(items).toHaveCount(8)
      await checkScreen(page, `draft-previews-${locale}-${width}`)
    })

    await test.step('an address that is no video is refused with an example', async () => {
      const field = page.getByLabel(m.create_video({}, o), { exact: true })
      await openOptional(page, m.create_optional_texts({}, o))
      await tabUntilFocused(page, field)
      await page.keyboard.type('https://www.youtube.com/@charango')
      await page.keyboard.press('Tab')
      await expect(page.getByText(m.issue_video({}, o)).first()).toBeVisible()
      const missing = page.getByRole('list', { name: m.draft_missing({}, o) })
      await expect(
        missing.getByRole('button', { name: m.create_video({}, o), exact: true }),
      ).toBeVisible()
      await missing.getByRole('button', { name: m.create_video({}, o), exact: true }).press('Enter')
      await expect(field).toBeFocused()
      await field.fill('https://youtu.be/aqz-KE-bpKQ?list=PL12&t=30')
      await expect(page.getByText(m.draft_complete({}, o))).toBeVisible()
    })

    await expect(page.getByRole('button', { name: m.draft_schedule_go({}, o) })).toBeVisible()
    await checkScreen(page, `draft-complete-${locale}-${width}`)
    await page.getByRole('button', { name: m.create_submit({}, o), exact: true }).click()
    await page.waitForURL('**/dashboard/products')
    const [product] = expectOk(await api.call(listOwnProducts, {})).products
    const params = { id: product!.id }
    const { videoUrl, previews } = expectOk(await api.call(getPublicProduct, { params }))
    expect(videoUrl).toBe('https://www.youtube.com/watch?v=aqz-KE-bpKQ')
    expect(previews).toHaveLength(8)

    const visitor = await openBrowser(locale, width)
    const requested = await servePlayers(visitor)
    await gotoAndWaitForIdle(visitor.page, `/product/${product!.id}`)
    await test.step('the page of the product loads nothing of another site before the press', async () => {
      await checkScreen(visitor.page, `product-media-${locale}-${width}`)
      expect(requested.filter(url => !url.startsWith(server.origin))).toEqual([])
      await expect(
        visitor.page.getByText(m.product_video_note({ provider: 'YouTube' }, o)),
      ).toBeVisible()
    })
    await test.step('the video is opened by keyboard, in a frame of its own', async () => {
      await tabUntilFocused(visitor.page, playButton(visitor.page, locale))
      await visitor.page.keyboard.press('Enter')
      await expectPlayer(visitor.page, locale)
      await checkScreen(visitor.page, `product-video-${locale}-${width}`)
      const players = requested.filter(url => PLAYERS.some(player => player.test(url)))
      expect(players).toEqual(['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'])
    })
    await test.step('a visitor who comes from another page sees it too, after a reload', async () => {
      await gotoAndWaitForIdle(visitor.page, `/profile/${product!.username}`)
      await visitor.page.getByRole('link', { name: FIELDS.name }).first().click()
      await visitor.page.waitForURL(`**${buildProductPath(product!)}`)
      await playButton(visitor.page, locale).press('Enter')
      await expectPlayer(visitor.page, locale)
      // It was opened by the press, and not by the address.
      await visitor.page.reload()
      await expect(playButton(visitor.page, locale)).toBeVisible()
      await expect(visitor.page.locator('iframe')).toHaveCount(0)
    })
  })

test('the video of a product is a link without scripts', async ({ browser, server }) => {
  const { api } = await createSeller(server, 'no-scripts')
  const { id } = await addProduct(server, api)
  const videoUrl = 'https://vimeo.com/76979871/8272103f6e'
  expectOk(await api.call(updateProduct, { params: { id }, form: { videoUrl }, files: {} }))
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: 'en-US',
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await page.goto(`/product/${id}`)

  const name = m.product_video_play({}, { locale: 'en' })
  await expect(page.getByRole('link', { name })).toHaveAttribute('href', videoUrl)
  await expect(page.getByRole('button', { name })).toBeHidden()
  await context.close()
})

const playButton = (page: Page, locale: Locale) =>
  page.getByRole('button', { name: m.product_video_play({}, { locale }), exact: true })

/** Expects that the player has loaded in its sandbox, and has the focus. */
async function expectPlayer(page: Page, locale: Locale): Promise<void> {
  const title = m.product_video_frame({ name: FIELDS.name, provider: 'YouTube' }, { locale })
  const frame = page.getByTitle(title)
  await expect(frame).toBeFocused()
  await expect(frame.contentFrame().getByText('the player')).toBeVisible()
  await expect(frame).toHaveAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-presentation',
  )
  await expect(frame).toHaveAttribute('allow', 'fullscreen')
  await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin')
}

/** Answers for the providers of videos, and returns the list of all addresses that a browser requests. */
async function servePlayers({ page, context }: BrowserUser): Promise<string[]> {
  const requested: string[] = []
  page.on('request', request => requested.push(request.url()))
  for (const player of PLAYERS)
    await context.route(player, route =>
      route.fulfill({ contentType: 'text/html', body: '<title>.</title><p>the player</p>' }),
    )
  return requested
}

async function createPictures(count: number) {
  const pictures = []
  for (let index = 0; index < count; index += 1)
    pictures.push(
      await toFilePayload(await createCoverImage({ width: 600 + 100 * (index % 3), height: 750 })),
    )
  return pictures
}
