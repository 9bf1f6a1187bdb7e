import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { ROOT } from '../scripts/processes.ts'
import { listRepositoryFiles } from '../scripts/repository-files.ts'

/** The formatter wraps code, but neither comments nor SQL in template strings. */
const COLUMNS = 120

interface Range {
  start: number
  end: number
}

interface Template extends Range {
  type?: string
  quasis: { value: { raw: string } }[]
}

const isSql = ({ quasis }: Template) =>
  /^\s*\W?\s*(select|with|insert into|update|delete from|create|exists|not exists|case when)\b|\(select\b/i.test(
    quasis.map(({ value }) => value.raw).join('?'),
  )

/** Lists the comments of a source, and the template strings with SQL. */
function listTexts(path: string, source: string): Range[] {
  const { program, comments } = parseSync(path, source)
  const texts: Range[] = [...comments]
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, tag, quasi } = node as {
      type?: string
      tag?: { name?: string }
      quasi?: Template
    }
    if (type === 'TaggedTemplateExpression' && tag?.name === 'sql') texts.push(quasi!)
    if (type === 'TemplateLiteral' && isSql(node as Template)) texts.push(node as Template)
    Object.values(node).forEach(visit)
  }
  visit(program)
  return texts
}

/** Lists the numbers of the lines that are too long and hold a part of a comment or of SQL. */
function listLongLines(path: string, source: string): number[] {
  const lines = source.split('\n')
  if (lines.every(line => line.length <= COLUMNS)) return []
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length
  const texts = listTexts(path, source).map(
    ({ start, end }) => [lineAt(start), lineAt(end)] as const,
  )
  return lines.flatMap((line, index) =>
    Array.from(line).length > COLUMNS &&
    texts.some(([first, last]) => first <= index + 1 && index < last)
      ? [index + 1]
      : [],
  )
}

test('a line of a comment or of SQL ends at 120 columns', () => {
  const sources = listRepositoryFiles().filter(path => /\.tsx?$/.test(path))

  const longLines = sources.flatMap(path =>
    listLongLines(path, readFileSync(join(ROOT, path), 'utf8')).map(line => `${path}:${line}`),
  )

  expect(longLines).toEqual([])
  expect(sources.length).toBeGreaterThan(1000)
})

test('the check of line widths reads comments and SQL, and leaves other texts alone', () => {
  const long = 'word '.repeat(30)
  const source = [
    `/** ${long}*/`,
    `// ${long}`,
    `const a = '${long}'`,
    'const b = sql`',
    `  ${long}\``,
    `const c = \`${long}\``,
    `const d = query(\`select ${long}\`)`,
    `const e = 1 // ${long}`,
  ].join('\n')

  expect(listLongLines('a.ts', source)).toEqual([1, 2, 5, 7, 8])
})
