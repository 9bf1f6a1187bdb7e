import type { Locator } from '@playwright/test'

/** Reads the hue of an element's background colour in degrees: red is 0, yellow 60, green 120. */
export function readBackgroundHue(element: Locator): Promise<number> {
  return element.evaluate(box => {
    const context = document.createElement('canvas').getContext('2d')!
    context.fillStyle = getComputedStyle(box).backgroundColor
    context.fillRect(0, 0, 1, 1)
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data as unknown as number[]
    const angle = Math.atan2(Math.sqrt(3) * (green! - blue!), 2 * red! - green! - blue!)
    return Math.round(((angle * 180) / Math.PI + 360) % 360)
  })
}
