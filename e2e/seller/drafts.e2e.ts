import { findProblems } from '#contract/products/working-copy.ts'
import { listOwnProducts } from '#contract/products/products.ts'
import { DAY_MS } from '#contract/core/time.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { readDrafts } from '#tools/api-client/drafts.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { forceClick, getToast, setSessionCookies } from '../actions/account-actions.ts'
import { createSeller, toFilePayload } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { stateVariants } from '../variants.ts'

for (const { locale, width } of stateVariants('es', 390))
  test(`a draft with its files goes from one device to another, and is published and copied (${locale}, ${width} px)`, async ({
    openBrowser,
    server,
  }) => {
    const o = { locale }
    const { api } = await createSeller(server, 'drafts')
    const phone = await openBrowser(locale, width)
    await setSessionCookies(phone, server, api)
    const { page } = phone
    const saved = m.draft_saved({ time: '' }, o).trim()

    await gotoAndWaitForIdle(page, '/dashboard/product/create')
    await page.getByLabel(m.create_name({}, o)).fill('Milonga del alba')
    await page
      .locator('input[name=product_file]')
      .setInputFiles(await toFilePayload(createPdfFile(20_000, 'milonga.pdf')))
    await page
      .locator('input[name=image_file]')
      .setInputFiles(await toFilePayload(await createCoverImage()))
    await page.waitForURL(/create\?draft=\d+$/)
    const files = page.getByRole('region', { name: m.files_title({}, o) })
    await expect(files.getByRole('heading', { name: 'milonga.pdf' })).toBeVisible()
    const missing = page.getByRole('list', { name: m.draft_missing({}, o) })
    const namesOf = (list: typeof missing) => list.getByRole('button').allInnerTexts()
    // The category is that of documents, while nothing says which of its subcategories it is.
    await expect
      .poll(() => namesOf(missing))
      .toEqual([m.create_price({}, o), m.create_description({}, o), m.create_subcategory({}, o)])
    await expect(page.getByText(m.create_category_by_file({}, o))).toBeVisible()
    // The list leaves out what is still being uploaded, which a reload would interrupt.
    await expect
      .poll(readDraft)
      .toMatchObject({ files: { count: 1 }, imageFile: expect.any(String) })
    await page.reload()
    await expect(page.getByRole('heading', { name: m.draft_title({}, o) })).toBeVisible()
    await expect(page.getByLabel(m.create_name({}, o))).toHaveValue('Milonga del alba')
    await checkScreen(page, `draft-incomplete-${locale}`)

    // The first thing that is missing takes the focus, and everything is typed by keyboard.
    await missing.getByRole('button').first().press('Enter')
    await expect(page.getByLabel(m.create_price({}, o), { exact: true })).toBeFocused()
    await page.keyboard.type('1500')
    await page.getByLabel(m.create_description({}, o)).fill('Partitura para guitarra.')
    await page.getByLabel(m.create_category({}, o), { exact: true }).selectOption({ index: 1 })
    await page.getByLabel(m.create_subcategory({}, o)).selectOption({ index: 1 })
    await expect(page.getByText(m.draft_complete({}, o))).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: saved })).toBeVisible()
    // The page is complete before what was typed last is saved.
    await expect.poll(async () => findProblems(await readDraft())).toEqual([])

    const desk = await openBrowser(locale, 1280)
    await setSessionCookies(desk, server, api)
    await gotoAndWaitForIdle(desk.page, '/dashboard/products')
    await expect(desk.page.getByText(m.draft_ready({}, o))).toBeVisible()
    await checkScreen(desk.page, `products-drafts-${locale}`)
    await desk.page.getByRole('link', { name: m.draft_continue({}, o) }).click()
    await expect(desk.page.getByLabel(m.create_description({}, o))).toHaveValue(
      'Partitura para guitarra.',
    )
    await desk.page.getByLabel(m.create_name({}, o)).fill('Milonga del ocaso')
    await expect.poll(async () => (await readDraft()).fields.name).toBe('Milonga del ocaso')
    await page.getByLabel(m.create_price({}, o), { exact: true }).fill('1800')
    await expect(page.getByText(m.draft_changed_elsewhere({}, o))).toBeVisible()
    await expect(page.getByLabel(m.create_name({}, o))).toHaveValue('Milonga del ocaso')

    const inTwoDays = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 16)
    const schedule = page.getByRole('button', { name: m.draft_schedule_go({}, o) })
    await forceClick(schedule)
    await expect(page.getByRole('alert').getByText(m.issue_publish_at({}, o))).toBeVisible()
    await page.getByLabel(m.draft_schedule({}, o)).fill('2020-01-01T10:00')
    await schedule.click()
    await expect(page.getByText(m.issue_publish_at({}, o)).first()).toBeVisible()
    await page.getByLabel(m.draft_schedule({}, o)).fill(inTwoDays)
    await schedule.click()
    await expect(page.getByText(m.draft_scheduled_text({}, o))).toBeVisible()
    await checkScreen(page, `draft-scheduled-${locale}`)
    // Without a price it cannot be published by itself any more, which the page says at once.
    await page.getByLabel(m.create_price({}, o), { exact: true }).fill('')
    await expect(page.getByText(m.draft_scheduled_text({}, o))).toHaveCount(0)
    await page.getByLabel(m.create_price({}, o), { exact: true }).fill('1800')
    await page.getByLabel(m.draft_schedule({}, o)).fill(inTwoDays)
    await schedule.click()
    await page.getByRole('button', { name: m.draft_unschedule({}, o) }).click()
    await expect(schedule).toBeVisible()

    await page.getByRole('button', { name: m.create_submit({}, o), exact: true }).click()
    await page.waitForURL('**/dashboard/products')
    await expect(getToast(page, m.create_done({}, o))).toBeVisible()
    const { products } = expectOk(await api.call(listOwnProducts, {}))
    expect(products).toMatchObject([{ name: 'Milonga del ocaso', price: 1800, state: 'on_sale' }])

    // The other device still shows the draft, which is a product now.
    await desk.page.reload()
    await desk.page.waitForURL(`**/dashboard/product/edit/${products[0]!.id}`)
    await expect(desk.page.getByText(m.edit_unchanged({}, o))).toBeVisible()

    await page.goto(`/dashboard/product/${products[0]!.id}`)
    await page.getByRole('button', { name: m.duplicate({}, o) }).click()
    await page.waitForURL(/create\?draft=\d+$/)
    await expect(page.getByLabel(m.create_name({}, o))).toHaveValue('Milonga del ocaso')
    await expect.poll(() => namesOf(missing)).toEqual([m.files_title({}, o)])
    await page.goto('/dashboard/products?state=draft')
    await page.getByRole('button', { name: `${m.delete_go({}, o)} Milonga del ocaso` }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(m.draft_delete_text({}, o))).toBeVisible()
    await dialog.getByRole('button', { name: m.delete_go({}, o), exact: true }).click()
    await expect(page.getByRole('heading', { name: m.drafts_title({}, o) })).toHaveCount(0)

    async function readDraft() {
      return (await readDrafts(api))[0]!
    }
  })
