import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { listRepositoryFiles } from '../../scripts/repository-files.ts'
import { ROOT } from '../../scripts/processes.ts'

/**
 * The translation of a browser replaces text nodes by elements. React then fails if it has to remove such a text, or to
 * insert something before it, and the page is lost. An element's only text is safe, since React sets the content of the
 * element instead. So where something comes and goes, each text beside it stands in an element of its own.
 */

interface JsxNode {
  type: string
  start: number
  children: JsxNode[]
  openingElement?: { name: { name?: string } }
  value?: unknown
  expression?: JsxNode
  name?: string
  left?: JsxNode
  right?: JsxNode
  consequent?: JsxNode
  alternate?: JsxNode
  operator?: string
  callee?: { property?: { name?: string } }
}

type Content = 'text' | 'element' | 'nothing' | 'list'

/** The props that hold elements in every place where they are used. */
const ELEMENT_PROPS = new Set(['icon', 'controls', 'covers', 'windowContent'])
/** The elements whose `children` may be a text; in all others they are elements. */
const TEXT_PARENTS = new Set(['a', 'b', 'button', 'label', 'li', 'p', 'span', 'Link'])

/** Lists what an expression may show. */
function contentsOf(node: JsxNode, parent: string): Content[] {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return ['element']
    case 'ParenthesizedExpression':
    case 'JSXExpressionContainer':
      return contentsOf(node.expression!, parent)
    case 'JSXEmptyExpression':
      return []
    case 'Literal':
      if (typeof node.value !== 'string') return ['nothing']
      return node.value.trim() ? ['text'] : []
    case 'JSXText':
      return (node.value as string).trim() ? ['text'] : []
    case 'LogicalExpression':
      return [
        ...(node.operator === '&&' ? (['nothing'] as const) : contentsOf(node.left!, parent)),
        ...contentsOf(node.right!, parent),
      ]
    case 'ConditionalExpression':
      return [...contentsOf(node.consequent!, parent), ...contentsOf(node.alternate!, parent)]
    case 'CallExpression':
      if (/^(map|from)$/.test(node.callee?.property?.name ?? '')) return ['list']
      return node.callee?.property ? ['text'] : ['element']
    case 'ChainExpression':
      return contentsOf(node.expression!, parent)
    case 'Identifier':
      if (node.name === 'undefined') return ['nothing']
      if (node.name === 'children') return TEXT_PARENTS.has(parent) ? ['text'] : ['element']
      return ELEMENT_PROPS.has(node.name ?? '') ? ['element'] : ['text']
    case 'MemberExpression':
      return ['element']
    default:
      return ['text']
  }
}

/** Lists the elements of a file in which a text stands beside something that comes and goes. */
function findLooseTexts(path: string, source: string): string[] {
  const faults: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type } = node as JsxNode
    if (type === 'JSXElement' || type === 'JSXFragment') {
      const { children, openingElement, start } = node as JsxNode
      const parent = openingElement?.name.name ?? ''
      const contents = children.map(child => contentsOf(child, parent)).filter(of => of.length > 0)
      const hasText = contents.some(of => of.includes('text'))
      // What is in a fragment may come and go with it.
      const changes =
        type === 'JSXFragment' ||
        (contents.length > 1 && contents.some(of => of.length > 1 || of.includes('list')))
      if (hasText && changes) faults.push(`${path}:${source.slice(0, start).split('\n').length}`)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, source).program.body)
  return faults
}

test('a text beside something that comes and goes is found', () => {
  const find = (jsx: string) => findLooseTexts('a.tsx', `export const a = ${jsx}`).length

  expect(find('<p>{m.text()}{isOpen && <b />}</p>')).toBe(1)
  expect(find('<p>Text {isOpen ? m.one() : m.two()}</p>')).toBe(1)
  expect(find('<button>{pending ? <Spinner /> : icon}{children}</button>')).toBe(1)
  expect(find('<p>{isOpen && <>Text <b /></>}</p>')).toBe(1)
  expect(find('<p><span>{m.text()}</span> {isOpen && <b />}</p>')).toBe(0)
  expect(find('<p>{isOpen ? m.one() : m.two()}</p>')).toBe(0)
  expect(find('<p>{m.text()} <b /></p>')).toBe(0)
})

test('every text beside something that comes and goes has an element of its own', () => {
  const files = listRepositoryFiles().filter(
    path => path.startsWith('web/') && path.endsWith('.tsx') && !path.startsWith('web/pages/dev/'),
  )
  expect(files.length).toBeGreaterThan(200)

  expect(
    files.flatMap(path => findLooseTexts(path, readFileSync(join(ROOT, path), 'utf8'))),
  ).toEqual([])
})
