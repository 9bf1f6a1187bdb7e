import type { Locator } from '@playwright/test'

/**
 * Measures the contrast of an element's text to its own background by the formula of WCAG 2, from 1 to 21. The opacity
 * of the element and its ancestors must be 1, since it would change both colors; otherwise the result is 1.
 */
export function measureTextContrast(element: Locator): Promise<number> {
  return element.evaluate(target => {
    for (let node: Element | null = target; node; node = node.parentElement)
      if (getComputedStyle(node).opacity !== '1') return 1
    const { color, backgroundColor } = getComputedStyle(target)
    const luminance = (text: string) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d')!
      canvas.fillStyle = text
      canvas.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(byte => {
        const share = byte / 255
        return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [lighter = 0, darker = 0] = [luminance(color), luminance(backgroundColor)].sort(
      (a, b) => b - a,
    )
    return (lighter + 0.05) / (darker + 0.05)
  })
}
