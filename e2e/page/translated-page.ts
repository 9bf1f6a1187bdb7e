import type { Page } from '@playwright/test'

/**
 * Replaces the text nodes of every page that is opened, now and whenever new text appears, by elements, as the
 * translation of a browser does. The text stays the same.
 * @param after the state of the page in which the translation begins
 */
export function translatePages(page: Page, after: 'parsed' | 'hydrated'): Promise<unknown> {
  return page.addInitScript(begin => {
    const isOurs = (node: Node) => node.parentElement?.closest('font') !== null
    const replace = (text: Text) => {
      const parent = text.parentElement
      if (!text.data.trim() || !parent || isOurs(text)) return
      if (/^(script|style|title|option|textarea|noscript)$/i.test(parent.tagName)) return
      const outer = document.createElement('font')
      const inner = document.createElement('font')
      inner.textContent = text.data
      outer.append(inner)
      text.replaceWith(outer)
    }
    const replaceAll = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
      for (const text of root instanceof Text ? [root] : texts) replace(text)
    }
    const translate = () => {
      replaceAll(document.body)
      new MutationObserver(records => {
        for (const { target, addedNodes } of records)
          for (const node of addedNodes.length > 0 ? addedNodes : [target])
            if (node.isConnected) replaceAll(node)
      }).observe(document.body, { childList: true, characterData: true, subtree: true })
    }
    if (begin === 'parsed') document.addEventListener('DOMContentLoaded', translate)
    else {
      const timer = setInterval(() => {
        if (!window.preHydration?.isHydrated || document.querySelector('[data-asleep]')) return
        clearInterval(timer)
        translate()
      }, 20)
    }
  }, after)
}

/** Waits until the page is translated. */
export async function waitForTranslation(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main font') !== null)
}
