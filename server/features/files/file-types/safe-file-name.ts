import { extname } from 'node:path'
import { cleanLine } from '#contract/core/typed-text.ts'

/** The maximum length of a safe file name without its extension, in characters. */
const NAME_MAX = 120
/** The same in bytes: file systems take 255, with the extension and the number that a browser adds to a second one. */
const NAME_MAX_BYTES = 240
/** The number of characters at the end of a client's file name that are read. Browsers send at most 255. */
const READ_MAX = 300
/** Names of devices, which Windows opens instead of a file whatever their extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]|conin\$|conout\$) *(?=\.|$)/i

/**
 * Makes the file name that a client sent safe for every operating system and for HTTP headers. The result has no
 * folders and no control or reserved characters, and ends in the extension of the detected type. Quotation marks become
 * those of print, which every system allows.
 */
export function toSafeFileName(clientName: string, type: string): string {
  const base = clientName.slice(-READ_MAX).split(/[\\/]/).pop() ?? ''
  const stem = base.slice(0, base.length - extname(base).length)
  return `${toSafeName(stem) || 'archivo'}.${type}`
}

/**
 * Makes a text safe as the name of a folder, or of a file without its extension, as `toSafeFileName` does. A slash
 * becomes a hyphen. The result is empty if nothing of the text can be part of a name.
 */
export function toSafeName(text: string): string {
  const line = text
    .replace(/[\\/]/g, '-')
    .replace(/(^|[\s([{¿¡-])"/g, '$1“')
    .replaceAll('"', '”')
    .replace(/[\p{Cc}\p{Surrogate}<>:|?*;]/gu, ' ')
  const name = shorten(cleanLine(line).replace(/^[. ]+/, '')).replace(/[. ]+$/, '')
  return name.replace(DEVICE_NAME, device => `${device.trimEnd()}_`)
}

/** Cuts a name between two of the characters that people see, which can be of several code points. */
function shorten(name: string): string {
  let short = ''
  for (const { segment } of new Intl.Segmenter('es').segment(name)) {
    const longer = short + segment
    if (Array.from(longer).length > NAME_MAX || Buffer.byteLength(longer) > NAME_MAX_BYTES) break
    short = longer
  }
  return short
}
