import * as m from '#messages'
import { gotoAndWaitForIdle, setViewportWidth } from '../page/wait-for-idle.ts'
import { expect, test } from '../fixtures.ts'

const WIDTHS = [320, 390, 768, 1280, 1376, 1440]

test('the help button covers no text of the page at any width of the window', async ({
  openBrowser,
}) => {
  const { page } = await openBrowser('es')
  const button = page.getByRole('button', { name: m.help_button({}, { locale: 'es' }) })
  for (const address of ['/', '/faq', '/order']) {
    await gotoAndWaitForIdle(page, address)
    for (const width of WIDTHS) {
      await setViewportWidth(page, width)

      const coveredTexts = await button.evaluate(element => {
        const covered = new Set<string>()
        for (let top = 0; top < document.documentElement.scrollHeight; top += 300) {
          scrollTo({ top, behavior: 'instant' })
          const box = element.getBoundingClientRect()
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          const range = document.createRange()
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            const text = node.textContent?.trim()
            if (!text || element.contains(node) || node.parentElement?.closest('.sr-only')) continue
            range.selectNodeContents(node)
            const isCovered = [...range.getClientRects()].some(
              ({ left, right, top: textTop, bottom }) =>
                left < box.right && right > box.left && textTop < box.bottom && bottom > box.top,
            )
            if (isCovered) covered.add(text)
          }
        }
        return [...covered]
      })
      expect(coveredTexts, `${address} at ${width} pixels`).toEqual([])
    }
  }
})
