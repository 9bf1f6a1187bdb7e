/** A text and what is selected in it, as character offsets; a cursor is a selection of no length. */
export interface Selection {
  text: string
  start: number
  end: number
}

/**
 * A change of a text: `insert` replaces the characters from `from` to `to`, and `start` to `end` is selected
 * afterwards.
 */
export interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

export const EDIT_KINDS = ['heading', 'bold', 'italic', 'list', 'numbers', 'link'] as const
export type EditKind = (typeof EDIT_KINDS)[number]

const EDITS: Record<EditKind, (selection: Selection) => Edit> = {
  heading: selection => toggleLines(selection, /^#{1,6} +/, () => '## '),
  bold: selection => toggleMarker(selection, '**'),
  italic: selection => toggleMarker(selection, '*'),
  list: selection => toggleLines(selection, /^[-*+] +/, () => '- '),
  numbers: selection => toggleLines(selection, /^\d{1,9}[.)] +/, index => `${index + 1}. `),
  link: insertLink,
}

/** Returns the change that a button of the bar makes. The same button again takes it back. */
export const buildEdit = (kind: EditKind, selection: Selection): Edit => EDITS[kind](selection)

/** Puts a marker around the selected text, without the spaces at its ends, between which Markdown would ignore it. */
function toggleMarker({ text, start, end }: Selection, marker: string): Edit {
  const selected = text.slice(start, end)
  const from = start + (selected.length - selected.trimStart().length)
  const to = Math.max(from, end - (selected.length - selected.trimEnd().length))
  const content = text.slice(from, to)
  const { length } = marker
  if (hasMarker(text, from, to, marker))
    return {
      from: from - length,
      to: to + length,
      insert: content,
      start: from - length,
      end: to - length,
    }
  // Pressed again at the end of what it started, a shortcut leaves the marked text.
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  const isOpen = line.split(marker).length % 2 === 0
  if (from === to && isOpen && text.startsWith(marker, from))
    return { from, to, insert: '', start: from + length, end: from + length }
  return { from, to, insert: marker + content + marker, start: from + length, end: to + length }
}

/** Tells whether the marker stands around a range. One star of the two of bold text is not the marker of italics. */
function hasMarker(text: string, from: number, to: number, marker: string): boolean {
  const starsBefore = /\**$/.exec(text.slice(0, from))![0].length
  const starsAfter = /^\**/.exec(text.slice(to))![0].length
  const stars = Math.min(starsBefore, starsAfter)
  return marker === '*' ? stars === 1 || stars === 3 : stars >= marker.length
}

/** The start of a line that stands for a heading or an item of a list. */
const LINE_START = /^(?:#{1,6}|[-*+]|\d{1,9}[.)]) +/

/** Puts a start before each selected line, in place of another; if all lines have it already, it is removed. */
function toggleLines(
  { text, start, end }: Selection,
  present: RegExp,
  build: (index: number) => string,
): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const nextBreak = text.indexOf('\n', end)
  const to = nextBreak === -1 ? text.length : nextBreak
  const lines = text.slice(from, to).split('\n')
  const isSet = lines.every(line => present.test(line))
  const insert = lines
    .map((line, index) => (isSet ? '' : build(index)) + line.replace(LINE_START, ''))
    .join('\n')
  if (start !== end) return { from, to, insert, start: from, end: from + insert.length }
  const cursor = Math.max(from, start + insert.length - (to - from))
  return { from, to, insert, start: cursor, end: cursor }
}

/**
 * Makes the selected text a link and selects what is left to type: the address, or the text if an address is selected.
 */
function insertLink({ text, start: from, end: to }: Selection): Edit {
  const selected = text.slice(from, to).trim()
  if (/^(?:https?:\/\/|mailto:)\S+$/i.test(selected))
    return { from, to, insert: `[](${selected})`, start: from + 1, end: from + 1 }
  const start = from + selected.length + '[]('.length
  return {
    from,
    to,
    insert: `[${selected}](https://)`,
    start,
    end: start + 'https://'.length,
  }
}

/**
 * Returns what Enter does in a list: it starts the next item, or ends the list in an empty item; undefined elsewhere,
 * where Enter does what it does in every field.
 */
export function continueList({ text, start, end }: Selection): Edit | undefined {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(from, start)
  const item = /^( *)([-*+]|(\d{1,8})([.)])) +/.exec(line)
  if (!item || start !== end) return undefined
  const [head, indent, bullet, number, sign] = item
  if (line === head && /^(?:\n|$)/.test(text.slice(start)))
    return { from, to: start, insert: '', start: from, end: from }
  const insert = `\n${indent}${number ? `${Number(number) + 1}${sign}` : bullet} `
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}
