import * as m from '#messages'
import { waitForHydration } from '../actions/account-actions.ts'
import { measureTextContrast } from '../page/contrast.ts'
import { expect, test } from '../fixtures.ts'

const o = { locale: 'es' } as const

for (const colorScheme of ['light', 'dark'] as const)
  test(`the label of a disabled button has a contrast of at least 4.5 : 1 in the ${colorScheme} theme`, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser('es')
    await page.emulateMedia({ colorScheme })
    for (const [address, label] of [
      ['/login', m.login_submit({}, o)],
      ['/register', m.register_submit({}, o)],
      ['/recover', m.recover_submit({}, o)],
      ['/help', m.help_send({}, o)],
    ] as const) {
      await page.goto(address)
      await waitForHydration(page)
      const button = page.getByRole('button', { name: label })
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      // The button changes its colors gradually.
      await expect
        .poll(() => measureTextContrast(button), { message: address })
        .toBeGreaterThan(4.5)
      await button.hover({ force: true })
      await expect
        .poll(() => measureTextContrast(button), { message: address })
        .toBeGreaterThan(4.5)
    }
  })
