import { test } from 'vitest'
import * as m from '#messages'
import { expect, useComponentPage } from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/ui/toasts/toasts.fixture.tsx')

test('the toasts say that the connection is lost for as long as it is, and that it is back', async () => {
  const { page, show, toasts } = await openPage()
  await show('Empty')
  const lost = page.getByRole('alert').filter({ hasText: m.toast_offline() })
  await expect(lost).toHaveCount(0)
  // The code that shows other toasts cannot be loaded meanwhile.
  await page.context().setOffline(true)
  await expect(lost).toBeVisible()
  await expect(toasts).toHaveCount(0)

  await page.context().setOffline(false)

  await expect(lost).toHaveCount(0)
  await expect(toasts).toContainText(m.toast_online())
})
