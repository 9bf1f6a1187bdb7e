import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Visitor, parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { listRepositoryFiles } from '../../scripts/repository-files.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const TRANSACTIONS = new Set(['runTransaction', 'runOrderTransaction', 'readSnapshot'])
const CHANGING_METHODS = new Set(['push', 'unshift', 'splice', 'add', 'set', 'delete'])

interface Place {
  start: number
  end: number
}
const isWithin = (inner: Place, outer: Place) =>
  outer.start <= inner.start && inner.end <= outer.end

/** Lists the variables that the work of a transaction changes although they were declared outside of it. */
function findOuterChanges(text: string): string[] {
  const works: Place[] = []
  const declared: (Place & { name: string })[] = []
  const changed: (Place & { name: string })[] = []
  const note = (list: (Place & { name: string })[], node: Place & { type: string }) => {
    if (node.type === 'Identifier' && 'name' in node)
      list.push({ name: String(node.name), start: node.start, end: node.end })
  }
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && TRANSACTIONS.has(callee.name))
        works.push(...given.filter(({ type }) => type === 'ArrowFunctionExpression'))
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
        if (CHANGING_METHODS.has(callee.property.name)) note(changed, callee.object)
    },
    ArrowFunctionExpression: ({ params }) => params.forEach(param => note(declared, param)),
    VariableDeclarator: ({ id }) => note(declared, id),
    AssignmentExpression: ({ left }) => note(changed, left),
    UpdateExpression: ({ argument }) => note(changed, argument),
  }).visit(parseSync('source.ts', text).program)
  return works.flatMap(work =>
    changed
      .filter(change => isWithin(change, work))
      .filter(({ name }) => !declared.some(each => each.name === name && isWithin(each, work)))
      .map(({ name }) => name),
  )
}

test('the work of a transaction, which may run twice, changes no variable of outside', () => {
  const sources = listRepositoryFiles().filter(
    path => /^(server|demo|tools)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
  )
  const texts = sources
    .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .filter(({ text }) => [...TRANSACTIONS].some(name => text.includes(`${name}(`)))

  expect(texts.length).toBeGreaterThan(50)
  expect(
    texts.flatMap(({ path, text }) => findOuterChanges(text).map(name => `${path} ${name}`)),
  ).toEqual([])
})

test.each([
  ['a counter', 'runTransaction(db, async tx => { count += 1 })', ['count']],
  ['an array', 'runOrderTransaction(context, id, async tx => void ids.push(1))', ['ids']],
  ['nothing', 'runTransaction(db, async tx => { let n = 0; n += 1; await tx.delete(jobs) })', []],
])('a transaction that changes %s of outside is found', (_, text, names) => {
  expect(findOuterChanges(text)).toEqual(names)
})
