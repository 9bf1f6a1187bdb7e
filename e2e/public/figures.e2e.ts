import { LOCALES } from '../actions/account-actions.ts'
import { findBrokenFigures } from '../page/broken-figures.ts'
import { setViewport, gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { expectNoHorizontalScroll } from '../page/screen-check.ts'
import { expect, test } from '../fixtures.ts'

/** The widths of the smallest phone, of phones, of tablets and of desktops. */
const WIDTHS = [320, 360, 390, 640, 768, 1024, 1280, 1440]

for (const locale of LOCALES)
  test(`the longest amounts, counts and dates neither break nor leave their box at any width (${locale}) @core`, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser(locale)
    await gotoAndWaitForIdle(page, '/dev/figures')
    await expect(page.getByRole('article')).toHaveCount(4)
    for (const width of WIDTHS) {
      await setViewport(page, { width, height: 900 })

      expect(await findBrokenFigures(page), `${width} px`).toEqual([])
      await expectNoHorizontalScroll(page, `${width} px`)
    }
  })
