import type { Page } from '@playwright/test'
import { waitForStableLayout } from './wait-for-idle.ts'

/**
 * Returns the faults of a page in forced colours, as in the contrast themes of Windows, which replace colours and
 * remove backgrounds and shadows: fields and switches without a border, icons of controls in the colour behind them,
 * and controls that show no outline when they get the focus from the keyboard. Switches the page to forced colours and
 * back.
 */
export async function findForcedColorFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  await waitForStableLayout(page)
  // After a key press, browsers draw the focus ring of every control that a script focuses.
  await page.keyboard.press('Shift')
  const faults = await page.evaluate(() => {
    const CONTROLS =
      'a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=tab]'
    const isVisible = (element: Element) =>
      Math.min(element.getBoundingClientRect().width, element.getBoundingClientRect().height) > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[inert], [aria-hidden=true]')
    const hasLine = (width: string, style: string) => parseFloat(width) >= 1 && style !== 'none'
    const isTransparent = (color: string) => /^rgba\(.*, 0\)$|^none$/.test(color)
    const colorBehind = (start: Element) => {
      for (let element: Element | null = start; element; element = element.parentElement) {
        const { backgroundColor } = getComputedStyle(element)
        if (!isTransparent(backgroundColor)) return backgroundColor
      }
      return getComputedStyle(document.body).backgroundColor
    }
    const isIconVisible = (icon: SVGElement) => {
      const behind = colorBehind(icon)
      return [
        ...icon.querySelectorAll('path, circle, rect, line, polyline, polygon, ellipse, text'),
      ].some(shape => {
        const { fill, stroke } = getComputedStyle(shape)
        return [fill, stroke].some(color => !isTransparent(color) && color !== behind)
      })
    }
    const faults: string[] = []
    const report = (fault: string, element: Element) =>
      faults.push(`${fault}: ${element.outerHTML.slice(0, 160)}`)
    const focused = document.activeElement
    for (const control of [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(isVisible)) {
      const style = getComputedStyle(control)
      if (
        /^(?:input|select|textarea)$/.test(control.localName) &&
        !hasLine(style.borderTopWidth, style.borderTopStyle)
      )
        report('no border', control)
      for (const icon of control.querySelectorAll('svg'))
        if (isVisible(control) && icon.checkVisibility() && !isIconVisible(icon))
          report('invisible icon', icon)
      // The keyboard reaches such a control by a control around it, which moves the focus.
      if (control.tabIndex < 0) continue
      control.focus({ preventScroll: true })
      if (document.activeElement !== control) continue
      const { outlineWidth, outlineStyle, borderTopWidth } = getComputedStyle(control)
      if (!hasLine(outlineWidth, outlineStyle) && borderTopWidth === '0px')
        report('no focus ring', control)
    }
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    return faults
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return faults
}
