import type { Page } from '@playwright/test'

/** The least width and height in CSS pixels of the area that reacts to a touch. Source: WCAG 2.2, criterion 2.5.5. */
const MIN_TARGET_PX = 44

/**
 * Returns the visible controls of a page whose touch area is narrower or lower than 44 px, with the size of that area.
 * The touch area of a small control is measured by hit tests through its middle, so it includes the control's labels
 * and parts that reach beyond its box.
 *
 * Exceptions, as in WCAG 2.2, criterion 2.5.5: a link within a sentence, since the line height limits it (inline), and
 * the parts of a control that the browser itself draws, such as the arrows of a number field (user agent control).
 * Controls of the marketplace itself have no exception but the button that closes a toast, which is 40 px high: a toast
 * also goes by itself, so a check would depend on the moment.
 */
export function findSmallTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(minSize => {
    const CONTROLS =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], ' +
      '[role=tab], [role=switch], [role=checkbox], [role=radio], [role=option], [role=menuitem], [role=slider]'
    const isVisible = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      return (
        // A text for screen readers alone is 1 px wide.
        Math.min(width, height) > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.closest('[inert], [aria-hidden=true], .Toastify')
      )
    }
    const isInSentence = (element: Element) => {
      if (element.localName !== 'a' || getComputedStyle(element).display !== 'inline') return false
      const block = element.parentElement!.closest(':not(a, b, i, em, strong, span, bdi)')!
      const text = block.cloneNode(true) as Element
      for (const link of text.querySelectorAll('a')) link.remove()
      return /\p{L}/u.test(text.textContent)
    }
    const measure = (element: Element) => {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const reacts = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        return [element, ...labels].some(part => part.contains(hit))
      }
      const { left, top, width, height } = element.getBoundingClientRect()
      const [middleX, middleY] = [left + width / 2, top + height / 2]
      const reach = (stepX: number, stepY: number) => {
        let steps = 0
        while (steps < minSize && reacts(middleX + steps * stepX, middleY + steps * stepY)) steps++
        return steps
      }
      // The centre of a target counts for its horizontal and for its vertical distance.
      const size = (start: number, end: number) => Math.max(0, start + end - 1)
      return [size(reach(-1, 0), reach(1, 0)), size(reach(0, -1), reach(0, 1))] as const
    }
    const { scrollX, scrollY } = window
    const faults = [...document.querySelectorAll(CONTROLS)]
      .filter(element => isVisible(element) && !isInSentence(element))
      .flatMap(element => {
        const box = element.getBoundingClientRect()
        if (Math.min(box.width, box.height) >= minSize) return []
        const [width, height] = measure(element)
        if (Math.min(width, height) >= minSize) return []
        return [`${width} × ${height} px: ${element.outerHTML.slice(0, 160)}`]
      })
    window.scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    return faults
  }, MIN_TARGET_PX)
}
