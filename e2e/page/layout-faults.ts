import type { Page } from '@playwright/test'

/**
 * Returns the texts of a page that are cut off by an element around them, and those that a fixed element covers
 * wherever the page is scrolled to. Texts that end in an ellipsis on purpose, texts for screen readers alone and areas
 * that scroll are no faults, nor is a fixed bar along an edge, because the text can be scrolled out from under it.
 */
export function findHiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** The rounding of text positions in CSS pixels, and the descent of letters below a tight line. */
    const TOLERANCE = 4
    const isForScreenReaders = (start: Element) => {
      for (let element: Element | null = start; element; element = element.parentElement)
        if (element.clientWidth === 1 && element.clientHeight === 1) return true
      return false
    }
    const isShortenedOnPurpose = ({ textOverflow, webkitLineClamp }: CSSStyleDeclaration) =>
      textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
    const findClippingElement = (parent: Element, { left, right, top, bottom }: DOMRect) => {
      for (let element: Element | null = parent; element; element = element.parentElement) {
        const style = getComputedStyle(element)
        const box = element.getBoundingClientRect()
        const [x, y] = [style.overflowX, style.overflowY].map(value =>
          /hidden|clip/.test(value),
        ) as [boolean, boolean]
        const cutsX = x && (right > box.right + TOLERANCE || left < box.left - TOLERANCE)
        const cutsY = y && (bottom > box.bottom + TOLERANCE || top < box.top - TOLERANCE)
        if (cutsX || cutsY) return isShortenedOnPurpose(style) ? undefined : element
        // What is scrolled out of an area is not cut, and a dialog is not clipped by the page.
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) return undefined
        if (style.position === 'fixed') return undefined
      }
      return undefined
    }
    /** Tells whether a text is scrolled out of an area, such as a row of tabs, so that nobody sees it there. */
    const isScrolledAway = (parent: Element, { left, right }: DOMRect) => {
      for (let element: Element | null = parent; element; element = element.parentElement) {
        if (element === document.documentElement) return false
        const box = element.getBoundingClientRect()
        const canScroll = /auto|scroll/.test(getComputedStyle(element).overflowX)
        if (canScroll && (right <= box.left || left >= box.right)) return true
      }
      return false
    }
    const fixedBoxes = [...document.querySelectorAll('body *')]
      .filter(element => getComputedStyle(element).position === 'fixed')
      .filter(element => element.checkVisibility({ visibilityProperty: true }))
      .filter(element => getComputedStyle(element).pointerEvents !== 'none')
      .map(element => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.width < innerWidth && box.height < innerHeight)
      // The link that skips to the content waits above the viewport until it gets the focus.
      .filter(({ box }) => box.bottom > 0)

    const faults: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!
      if (!node.nodeValue?.trim()) continue
      if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (parent.closest('[aria-hidden=true], svg')) continue
      if (isForScreenReaders(parent)) continue
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        const excerpt = `“${node.nodeValue.trim().slice(0, 50)}”`
        const clipping = findClippingElement(parent, rect)
        if (rect.bottom < 0 || isScrolledAway(parent, rect)) continue
        if (clipping) faults.push(`${excerpt} is cut by ${clipping.outerHTML.slice(0, 120)}`)
        const cover = fixedBoxes.find(
          ({ element, box }) =>
            !element.contains(node) && rect.right > box.left && rect.left < box.right,
        )
        if (cover && !parent.closest('dialog, [role=dialog]'))
          faults.push(`${excerpt} is covered by ${cover.element.outerHTML.slice(0, 120)}`)
        if (clipping || cover) break
      }
    }
    return faults
  })
}
