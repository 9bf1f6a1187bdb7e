import * as m from '#messages'
import { gotoAndWaitForIdle } from '../page/wait-for-idle.ts'
import { expect, test } from '../fixtures.ts'

for (const width of [320, 390, 768, 1280, 1376, 1440])
  test(`the help button covers no text of a page that is ${width} pixels wide`, async ({
    openBrowser,
  }) => {
    const { page } = await openBrowser('es', width)
    for (const address of ['/', '/faq', '/order']) {
      await gotoAndWaitForIdle(page, address)
      const button = page.getByRole('button', { name: m.help_button({}, { locale: 'es' }) })
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let top = 0; top < height; top += 300) {
        await page.evaluate(y => scrollTo({ top: y, behavior: 'instant' }), top)

        const coveredTexts = await button.evaluate(element => {
          const box = element.getBoundingClientRect()
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          const covered: string[] = []
          const range = document.createRange()
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            const text = node.textContent?.trim()
            if (!text || element.contains(node) || node.parentElement?.closest('.sr-only')) continue
            range.selectNodeContents(node)
            const isCovered = [...range.getClientRects()].some(
              ({ left, right, top, bottom }) =>
                left < box.right && right > box.left && top < box.bottom && bottom > box.top,
            )
            if (isCovered) covered.push(text)
          }
          return covered
        })
        expect(coveredTexts, `${address} at ${top} pixels`).toEqual([])
      }
    }
  })
