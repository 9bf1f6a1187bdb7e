/**
 * Breaks a title into lines. What does not fit is cut off with an ellipsis, and a word that is longer than a line is
 * broken.
 * @param fits whether a text fits into one line
 */
export function wrapTitle(
  title: string,
  maxLines: number,
  fits: (text: string) => boolean,
): string[] {
  const lines: string[] = []
  let rest = title.trim().replace(/\s+/g, ' ')
  while (rest !== '' && lines.length < maxLines) {
    const line = takeLine(rest, fits)
    lines.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  if (rest === '') return lines
  let last = lines.pop() ?? ''
  while (last !== '' && !fits(`${last}…`)) last = last.slice(0, -1).trimEnd()
  return [...lines, `${last}…`]
}

/** Returns the longest start of a text that fits into one line: whole words, or else as many characters as fit. */
function takeLine(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const words = text.split(' ')
  let line = words[0] ?? ''
  for (const word of words.slice(1)) {
    if (!fits(`${line} ${word}`)) break
    line = `${line} ${word}`
  }
  const characters = Array.from(line)
  while (characters.length > 1 && !fits(characters.join(''))) characters.pop()
  return characters.join('')
}
