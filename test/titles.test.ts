import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT } from '../scripts/processes.ts'
import { listRepositoryFiles } from '../scripts/repository-files.ts'

/**
 * Runners, reports and the history show the title of a test alone, without the `describe` around it. So a title begins
 * with its subject. The words below cannot begin one: verbs in the third person and auxiliaries, and the words that
 * continue the sentence of somebody else or put a condition before the subject.
 */
const VERBS = `
  accepts acts adds agrees allows answers applies are arrives asks becomes begins belongs books brings builds buys calls
  can cancels cannot carries changes chooses claims cleans closes comes completes contains continues costs could counts
  creates cuts deletes delivers describes did disconnects dismisses does draws drops ends erases escapes examines expires
  exports fails fills finds fits follows forgets formats gets gives goes had happens hardens has have hides holds ignores
  includes is joins keeps knows lasts lays leads learns leaves lets lists loads logs loses makes marks matches may
  measures merges might mounts moves must names needs numbers offers opens passes pauses pays picks prevents prints
  processes proposes proves publishes puts reaches reads receives recognizes records redirects refers refuses rejects
  releases removes renders renews replaces repeats reports requires resets restores resumes returns reuses runs says
  sees sells sends sets shall should shows signs skips slows sorts speaks splits starts stays stops stores takes tells
  translates tries uses validates verifies violates waits warns was were will works would writes
`
const CONTINUATIONS = `
  about after also although always and as at because before behind below beside between but by do during even except for
  from however if in into it its never of on once or over still than that then there they through too under unless until
  when whenever where whether which while who whom whose why with within without
`
const IMPOSSIBLE_FIRST_WORDS = new Set(`${VERBS} ${CONTINUATIONS}`.trim().split(/\s+/))

interface Node {
  type?: string
  start: number
  name?: string
  value?: unknown
  object?: Node
  property?: Node
  callee?: Node
  arguments?: Node[]
  elements?: Node[]
  expression?: Node
  quasis?: { value: { cooked: string } }[]
}

/** Returns the text of a string, with `…` for each part of a template that is not known. */
function readText(node: Node | undefined): string | undefined {
  if (node?.type === 'TSAsExpression') return readText(node.expression)
  if (typeof node?.value === 'string') return node.value
  return node?.quasis?.map(({ value }) => value.cooked).join('…')
}

/**
 * Returns the identifier with which the expression of a call begins: `test` for `test.runIf(…).each(…)`, and nothing
 * for a step of a test, which is shown below its title.
 */
function findRoot(callee: Node): string | undefined {
  if (callee.property?.name === 'step') return undefined
  const inner = callee.object ?? callee.callee
  return inner ? findRoot(inner) : callee.name
}

/** Lists the first cells of the rows of `test.each([…])`, as far as they are written as texts. */
function listFirstCells(callee: Node): string[] {
  const table = callee.arguments?.[0]
  const rows = table?.type === 'TSAsExpression' ? table.expression : table
  return (rows?.elements ?? []).flatMap(row => readText(row.elements?.[0] ?? row) ?? [])
}

/** Lists the titles of all tests in a source. A title that begins with a cell of its table is listed for each row. */
function listTitles(path: string, source: string): string[] {
  const titles: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, callee, arguments: values } = node as Node
    const title = type === 'CallExpression' && values!.length > 1 ? readText(values![0]) : undefined
    if (title !== undefined && /^(test|it)$/.test(findRoot(callee!) ?? '')) {
      const cells = title.startsWith('%s') ? listFirstCells(callee!) : []
      titles.push(title, ...cells.map(cell => title.replace('%s', cell)))
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, source).program)
  return titles
}

const lacksSubject = (title: string) =>
  IMPOSSIBLE_FIRST_WORDS.has(/^[\p{L}]+/u.exec(title)?.[0].toLowerCase() ?? '')

test('a title of a test begins with its subject', () => {
  const titles = listRepositoryFiles()
    .filter(path => /\.(test\.tsx?|e2e\.ts)$/.test(path))
    .flatMap(path =>
      listTitles(path, readFileSync(join(ROOT, path), 'utf8')).map(title => `${path}: ${title}`),
    )

  expect(titles.filter(entry => lacksSubject(entry.slice(entry.indexOf(': ') + 2)))).toEqual([])
  expect(titles.length).toBeGreaterThan(2000)
})

test('the check of titles reads plain tests, tables and their rows', () => {
  const source = `
    test('is paid once', () => {})
    test.each([['has a title', 1], ['a row is fine', 2]] as const)('%s', () => {})
    test.runIf(isLinux).each([1])(\`refuses \${name}\`, () => {})
    describe('is left out', () => {})
    test('a buyer pays', () => test.step('pays a price', () => {}))
    test('an order is paid once', () => {})`

  expect(listTitles('a.test.ts', source).filter(lacksSubject)).toEqual([
    'is paid once',
    'has a title',
    'refuses …',
  ])
})
