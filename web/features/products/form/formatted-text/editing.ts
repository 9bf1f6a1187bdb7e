import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, type Plugin } from 'prosemirror-state'
import { schema } from './markdown.ts'

const { heading, paragraph, bullet_list, ordered_list, list_item, hard_break } = schema.nodes
const { strong, em, link } = schema.marks

/** What a button of the bar does to the selected text. */
export const FORMATS = ['heading', 'bold', 'italic', 'list', 'numbers', 'link'] as const
export type Format = (typeof FORMATS)[number]

/** Tells whether the selected text has a format. */
export function hasFormat(state: EditorState, format: Format): boolean {
  switch (format) {
    case 'heading':
      return state.selection.$from.parent.type === heading
    case 'bold':
      return hasMark(state, strong)
    case 'italic':
      return hasMark(state, em)
    case 'list':
      return isIn(state, bullet_list)
    case 'numbers':
      return isIn(state, ordered_list)
    case 'link':
      return hasMark(state, link)
  }
}

function hasMark({ selection, doc, storedMarks }: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = selection
  return empty
    ? Boolean(mark.isInSet(storedMarks ?? $from.marks()))
    : doc.rangeHasMark(from, to, mark)
}

function isIn({ selection: { $from } }: EditorState, list: NodeType): boolean {
  for (let { depth } = $from; depth > 0; depth -= 1)
    if ([bullet_list, ordered_list].includes($from.node(depth).type))
      return $from.node(depth).type === list
  return false
}

/** Returns what gives the selected text a format, or takes it away. A link is made by `setLink`. */
export const toggleFormat =
  (format: Exclude<Format, 'link'>): Command =>
  (state, dispatch) => {
    const isOn = hasFormat(state, format)
    const command = {
      heading: isOn ? setBlockType(paragraph) : setBlockType(heading),
      bold: toggleMark(strong),
      italic: toggleMark(em),
      list: isOn ? liftListItem(list_item) : wrapInList(bullet_list),
      numbers: isOn ? liftListItem(list_item) : wrapInList(ordered_list),
    }[format]
    return command(state, dispatch)
  }

/** Returns what makes the selected text a link, or inserts the address if nothing is selected. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection
    const { tr } = state
    if (empty) tr.insertText(href, from)
    dispatch?.(tr.addMark(from, empty ? from + href.length : to, link.create({ href })))
    return true
  }

/** Takes the link away that the cursor is in, or those in the selected text. */
export const removeLink: Command = (state, dispatch) => {
  const { from, to, empty, $from } = state.selection
  if (!empty) {
    dispatch?.(state.tr.removeMark(from, to, link))
    return true
  }
  const start = $from.start()
  $from.parent.forEach((node, offset) => {
    const [first, last] = [start + offset, start + offset + node.nodeSize]
    if (first <= from && from <= last) dispatch?.(state.tr.removeMark(first, last, link))
  })
  return true
}

const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type === heading) return false
  dispatch?.(state.tr.replaceSelectionWith(hard_break.create()).scrollIntoView())
  return true
}

/** Returns the keys and the marks at the beginning of a line that format a text. */
export const buildPlugins = (askForLink: Command): Plugin[] => [
  history(),
  inputRules({
    rules: [
      wrappingInputRule(/^\s*[-+*•]\s$/, bullet_list),
      wrappingInputRule(/^(\d{1,3})[.)]\s$/, ordered_list, match => ({ order: Number(match[1]) })),
      textblockTypeInputRule(/^#{1,3}\s$/, heading),
    ],
  }),
  keymap({
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    'Mod-b': toggleFormat('bold'),
    'Mod-i': toggleFormat('italic'),
    'Mod-k': askForLink,
    'Shift-Enter': breakLine,
    Enter: chainCommands(splitListItem(list_item), liftListItem(list_item)),
  }),
  keymap(baseKeymap),
]
