import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { SAMPLE_LIMITS } from '#contract/files/sample-rules.ts'
import * as m from '#messages'
import { addFile, publishChanges } from '#tools/api-client/product-files.ts'
import { getToast, setSessionCookies } from '../actions/account-actions.ts'
import { addProduct, createSeller, tabUntilFocused } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'

const o = { locale: 'es' } as const
const FIXTURES = new URL('../../tools/fixtures/samples/', import.meta.url)

const readPdf = async (fixture: string, name: string) =>
  new File([await readFile(new URL(`pdf/${fixture}.pdf`, FIXTURES))], name)
const readMp3 = async (fixture: string, name: string) =>
  new File([gunzipSync(await readFile(new URL(`mp3/${fixture}.mp3.gz`, FIXTURES)))], name)

/** Chooses an action in the menu of a file by keyboard. */
async function chooseAction(page: Page, name: string, action: string) {
  await tabUntilFocused(page, page.getByRole('button', { name: m.files_menu({ name }, o) }))
  await page.keyboard.press('Enter')
  await tabUntilFocused(page, page.getByRole('button', { name: action, exact: true }))
  await page.keyboard.press('Enter')
}

test('a seller offers samples by keyboard, and a visitor reads and hears them before paying (es, 390 px)', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'samples')
  const { id } = await addProduct(server, api, { name: 'Curso de charango', price: 5000 })
  const files = [
    await readPdf('20-pages', 'Método de charango.pdf'),
    await readMp3('cbr', 'Huayno.mp3'),
    await readPdf('owner-password', 'Partituras.pdf'),
  ]
  for (const file of files) await addFile(api, id, file)
  await publishChanges(api, id)
  const ana = await openBrowser('es', 390)
  await setSessionCookies(ana, server, api)
  const { page } = ana
  await page.goto(`/dashboard/product/edit/${id}`)
  const section = page.getByRole('region', { name: m.files_title({}, o) })
  const rowOf = (name: string) => section.getByRole('listitem').filter({ hasText: name })

  for (const { name } of files) {
    const offer = name.endsWith('.mp3')
      ? m.files_sample_offer_audio({ count: SAMPLE_LIMITS.seconds }, o)
      : m.files_sample_offer({ count: SAMPLE_LIMITS.pages }, o)
    await chooseAction(page, name, offer)
    await expect(getToast(page, m.files_sample_started({}, o)).first()).toBeVisible()
    await expect(rowOf(name).getByText(m.files_sample_waiting({}, o))).toBeVisible()
  }
  await server.waitForJobs()
  const isReady = (name: string) =>
    expect(rowOf(name).getByText(m.files_sample_not_shown({}, o))).toBeVisible({ timeout: 20_000 })
  await isReady('Método de charango.pdf')
  await isReady('Huayno.mp3')
  await expect(rowOf('Partituras.pdf').getByText(m.sample_refused_encrypted({}, o))).toBeVisible({
    timeout: 20_000,
  })
  await checkScreen(page, 'files-samples')
  await publishChanges(api, id)
  await page.reload()
  const open = rowOf('Huayno.mp3').getByRole('link', {
    name: m.files_sample_open({}, o),
    exact: false,
  })
  await expect(open).toBeVisible()

  const visitor = await openBrowser('es', 390)
  await visitor.page.goto(`/product/${id}`)
  const title = visitor.page.getByRole('heading', { name: m.product_samples_title({}, o) })
  await expect(title).toBeVisible()
  const read = visitor.page.getByRole('link', {
    name: m.product_sample_pages({ count: 3 }, o),
    exact: false,
  })
  const pdf = await visitor.page.request.get((await read.getAttribute('href'))!)
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  const player = visitor.page.getByLabel(
    m.product_sample_audio({ count: 45, name: 'Huayno.mp3' }, o),
  )
  const audio = await visitor.page.request.get((await player.getAttribute('src'))!)
  expect(audio.headers()['content-type']).toBe('audio/mpeg')
  // Nothing of it is loaded before the visitor plays it.
  expect(await player.evaluate((element: HTMLAudioElement) => element.readyState)).toBe(0)
  const seconds = await player.evaluate(
    (element: HTMLAudioElement) =>
      new Promise<number>((resolve, reject) => {
        element.addEventListener('loadedmetadata', () => resolve(element.duration))
        element.addEventListener('error', () => reject(new Error(element.error?.message)))
        element.load()
        element.preload = 'metadata'
      }),
  )
  expect(seconds).toBeGreaterThan(44)
  expect(seconds).toBeLessThanOrEqual(45)
  await checkScreen(visitor.page, 'product-samples')

  await chooseAction(page, 'Huayno.mp3', m.files_sample_end({}, o))
  await expect(getToast(page, m.files_sample_ended({}, o))).toBeVisible()
  await publishChanges(api, id)
  await visitor.page.reload()
  await expect(read).toBeVisible()
  await expect(player).toHaveCount(0)
})
