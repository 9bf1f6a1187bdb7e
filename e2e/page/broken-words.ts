import type { Locator } from '@playwright/test'

/** A word up to this length must fit on a line of every screen; a longer one, such as an id, may be broken. */
const MAX_WORD_LENGTH = 14

/**
 * Returns the words of an element that a line break splits although they are short. Breaks after a hyphen are allowed.
 */
export function findBrokenWords(element: Locator): Promise<string[]> {
  return element.evaluate((root, maxLength) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const broken: string[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement!.closest('.sr-only, [hidden]')) continue
      for (const { index, 0: word } of node.textContent!.matchAll(/\p{L}+/gu)) {
        if (word.length > maxLength) continue
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  }, MAX_WORD_LENGTH)
}
