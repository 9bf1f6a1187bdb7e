import { LIMITS } from '#contract/core/limits.ts'

/** Proposes a name for a product by the name of its file: without the extension, with spaces instead of marks. */
export function proposeName(fileName: string): string {
  const words = fileName
    .normalize('NFC')
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[\s_-]+/gu, ' ')
    .trim()
  const name = words.slice(0, LIMITS.productName.max).trim()
  return name.charAt(0).toLocaleUpperCase() + name.slice(1)
}
