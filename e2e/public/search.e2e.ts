import { buildProductPath } from '#contract/products/product-path.ts'
import * as m from '#messages'
import { publishProduct } from '#tools/api-client/creator.ts'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

const o = { locale: 'en' } as const

const SCRIPT = /\/assets\/[^/]+\.js$/

test('the search field keeps letters typed while it loads, suggests products and corrects spelling', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'search')
  // Tests share the server, so these products are named with words that no other test uses.
  const [first, second] = ['Antara', 'Kultrun']
  const flute = await publishProduct(api, { name: `${first} de caña` })
  await publishProduct(api, { name: `${second} de cuero` })
  const { page } = await openBrowser('en')
  const main = page.getByRole('main')
  const plainField = main.getByRole('searchbox', { name: m.explore_search({}, o) })
  const autocompleteField = main.getByRole('combobox', { name: m.explore_search({}, o) })
  const suggestions = page.getByRole('listbox')
  const results = main.getByRole('article')

  await test.step('keeps letters that are typed while the autocomplete field loads', async () => {
    await gotoAndWaitForIdle(page, '/explore')
    const script = Promise.withResolvers<void>()
    await page.route(SCRIPT, async route => {
      await script.promise
      await route.continue()
    })
    const scriptRequest = page.waitForRequest(SCRIPT)
    await plainField.pressSequentially(first.slice(0, 3))
    await scriptRequest
    await expect(plainField).toHaveValue(first.slice(0, 3))
    script.resolve()
    for (const letter of first.slice(3)) await page.keyboard.type(letter)
    await expect(autocompleteField).toHaveValue(first)
    await expect(autocompleteField).toBeFocused()
    await page.unrouteAll()
  })

  await test.step('opens a suggestion with the arrow keys and Enter', async () => {
    await expect(suggestions.getByRole('option')).toContainText([first])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${buildProductPath(flute)}`)
  })

  await test.step('corrects a misspelled word and shows the correction', async () => {
    await gotoAndWaitForIdle(page, '/explore')
    await plainField.focus()
    await autocompleteField.fill(second.replace('u', 'o'))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/explore\?q=/)
    await expect(results.first()).toContainText(second)
    const words = second.toLowerCase()
    await expect(main.getByText(m.explore_corrected({ words }, o))).toBeVisible()
  })

  await test.step('closes the suggestions with Escape and searches for the typed text', async () => {
    await gotoAndWaitForIdle(page, '/explore')
    await plainField.focus()
    await autocompleteField.fill(first)
    await expect(suggestions).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(suggestions).toBeHidden()
    await expect(autocompleteField).toHaveValue(first)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/explore\?q=/)
    await expect(results).toHaveCount(1)
    await expect(results).toContainText(first)
  })
})
