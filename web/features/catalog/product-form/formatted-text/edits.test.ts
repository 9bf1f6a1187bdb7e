import { describe, expect, test } from 'vitest'
import { type Edit, type EditKind, type Selection, buildEdit, continueList } from './edits.ts'

/** Reads a text in which `«` and `»` enclose what is selected, or `|` is the cursor. */
function read(marked: string): Selection {
  const cursor = marked.indexOf('|')
  if (cursor !== -1) return { text: marked.replace('|', ''), start: cursor, end: cursor }
  const start = marked.indexOf('«')
  return { text: marked.replace(/[«»]/g, ''), start, end: marked.indexOf('»') - 1 }
}

function apply({ text }: Selection, { from, to, insert, start, end }: Edit): string {
  const changed = text.slice(0, from) + insert + text.slice(to)
  return start === end
    ? `${changed.slice(0, start)}|${changed.slice(start)}`
    : `${changed.slice(0, start)}«${changed.slice(start, end)}»${changed.slice(end)}`
}

describe('the buttons of the bar', () => {
  test.each<[EditKind, string, string]>([
    ['bold', 'una «receta» rica', 'una **«receta»** rica'],
    ['bold', 'una **«receta»** rica', 'una «receta» rica'],
    ['bold', 'una« receta »rica', 'una **«receta»** rica'],
    ['bold', 'una |', 'una **|**'],
    ['bold', 'una **|**', 'una |'],
    ['bold', 'una **rica|**', 'una **rica**|'],
    ['italic', '*rica|*', '*rica*|'],
    ['bold', 'una **rica** y |', 'una **rica** y **|**'],
    ['bold', '*«a»*', '***«a»***'],
    ['italic', '**«a»**', '***«a»***'],
    ['italic', '***«a»***', '**«a»**'],
    ['italic', '«a»', '*«a»*'],
    ['heading', 'uno|', '## uno|'],
    ['heading', '## uno|', 'uno|'],
    ['heading', '### u|no', 'u|no'],
    ['heading', '- uno|', '## uno|'],
    ['heading', 'a\n|\nb', 'a\n## |\nb'],
    ['list', '«uno\ndos»', '«- uno\n- dos»'],
    ['list', '«- uno\n- dos»', '«uno\ndos»'],
    ['list', '«- uno\ndos»', '«- uno\n- dos»'],
    ['list', '«1. uno\n2. dos»', '«- uno\n- dos»'],
    ['numbers', '«uno\ndos\ntres»', '«1. uno\n2. dos\n3. tres»'],
    ['numbers', '«1. uno\n2. dos»', '«uno\ndos»'],
    ['link', 'ver «más» acá', 'ver [más](«https://») acá'],
    ['link', 'ver |', 'ver [](«https://»)'],
    ['link', '«https://a.com/x»', '[|](https://a.com/x)'],
  ])('the button %s changes %j to %j', (kind, before, after) => {
    const selection = read(before)

    expect(apply(selection, buildEdit(kind, selection))).toBe(after)
  })
})

describe('Enter in a list', () => {
  test.each([
    ['- uno|', '- uno\n- |'],
    ['* u|no', '* u\n* |no'],
    ['9. nueve|', '9. nueve\n10. |'],
    ['a\n  - b|', 'a\n  - b\n  - |'],
    ['- uno\n- |', '- uno\n|'],
    ['1) uno\n2) |\nfin', '1) uno\n|\nfin'],
  ])('Enter in a list changes %j to %j', (before, after) => {
    const selection = read(before)

    expect(apply(selection, continueList(selection)!)).toBe(after)
  })

  test.each(['uno|', '|- uno', '-uno|', '## uno|', '- «uno»'])(
    'Enter in a list does nothing in %j',
    text => expect(continueList(read(text))).toBeUndefined(),
  )
})
