import * as m from '#messages'
import { publishProduct } from '#tools/api-client/creator.ts'
import { LOCALES } from './accounts/people.ts'
import { open } from './calm.ts'
import { creator } from './seller/people.ts'
import { expect, test } from './stage.ts'

/** Looking for something on /explore, by fingers quicker than the line and by the keyboard alone. */

test.describe.configure({ mode: 'parallel' })

const SCRIPT = /\/assets\/[^/]+\.js$/

for (const locale of LOCALES) {
  const o = { locale }

  test(`who looks for something is shown what it may be, and loses no letter on the way, in ${locale}`, async ({
    someone,
    town,
  }) => {
    const { api } = await creator(town, `search-${locale}`)
    // Words of this story alone: the town is everybody's.
    const [first, second] = locale === 'es' ? ['Zampoña', 'Sikuri'] : ['Ocarina', 'Kultrun']
    const flute = await publishProduct(api, { name: `${first} de caña` })
    await publishProduct(api, { name: `${second} de cuero` })
    const { page } = await someone(locale)
    const main = page.getByRole('main')
    const plain = main.getByRole('searchbox', { name: m.explore_search({}, o) })
    const field = main.getByRole('combobox', { name: m.explore_search({}, o) })
    const hints = page.getByRole('listbox')
    const found = main.getByRole('article')

    await test.step('letters typed while the field with suggestions is fetched stay', async () => {
      await open(page, '/explore')
      const gate = Promise.withResolvers<void>()
      await page.route(SCRIPT, async route => {
        await gate.promise
        await route.continue()
      })
      const fetching = page.waitForRequest(SCRIPT)
      await plain.pressSequentially(first.slice(0, 3))
      await fetching
      await expect(plain).toHaveValue(first.slice(0, 3))
      gate.resolve()
      for (const letter of first.slice(3)) await page.keyboard.type(letter)
      await expect(field).toHaveValue(first)
      await expect(field).toBeFocused()
      await page.unrouteAll()
    })

    await test.step('the arrows and Enter lead to what is suggested', async () => {
      await expect(hints.getByRole('option')).toContainText([first])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.waitForURL(new RegExp(`/product/${flute.id}$`))
    })

    await test.step('a slip of the finger is forgiven, and said', async () => {
      await open(page, '/explore')
      await plain.focus()
      await field.fill(second.replace('u', 'o'))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/explore\?q=/)
      await expect(found.first()).toContainText(second)
      const words = second.toLowerCase()
      await expect(main.getByText(m.explore_corrected({ words }, o))).toBeVisible()
    })

    await test.step('Escape closes what is suggested, and what was typed is looked for', async () => {
      await open(page, '/explore')
      await plain.focus()
      await field.fill(first)
      await expect(hints).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(hints).toBeHidden()
      await expect(field).toHaveValue(first)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/explore\?q=/)
      await expect(found).toHaveCount(1)
      await expect(found).toContainText(first)
    })
  })
}
