import type { Page } from '@playwright/test'

/**
 * Returns the figures of a page that a line break splits, that leave their box, or that an element around them cuts
 * off: numbers with their separators, signs and currency signs. Areas that scroll are no faults.
 */
export function findBrokenFigures(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** The rounding of positions in CSS pixels. */
    const TOLERANCE = 1
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const faults: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!
      if (!parent.checkVisibility() || parent.closest('.sr-only')) continue
      const figures = node.textContent!.matchAll(/[−-]?(?:\$\s?)?\d[\d.,:/]*\d|\d/g)
      for (const { index, 0: figure } of figures) {
        range.setStart(node, index)
        range.setEnd(node, index + figure.length)
        const boxes = [...range.getClientRects()]
        const lines = new Set(boxes.map(({ top }) => Math.round(top)))
        if (lines.size > 1) faults.push(`“${figure}” breaks into ${lines.size} lines`)
        const right = Math.max(...boxes.map(box => box.right))
        for (let around: Element | null = parent; around; around = around.parentElement) {
          const { display, overflowX } = getComputedStyle(around)
          if (/auto|scroll/.test(overflowX)) break
          if (display === 'inline') continue
          if (right <= around.getBoundingClientRect().right + TOLERANCE) continue
          faults.push(`“${figure}” leaves ${around.outerHTML.slice(0, 90)}`)
          break
        }
      }
    }
    return faults
  })
}
