import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type FormatOptions, format } from 'oxfmt'
import { expect, test } from 'vitest'
import { generateFiles } from '../scripts/docs.ts'
import { ROOT } from '../scripts/processes.ts'
import { listRepositoryFiles } from '../scripts/repository-files.ts'

const STYLE = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatOptions

/** Formats a document with oxfmt, which aligns the columns of tables. */
async function formatted(path: string, text: string): Promise<string> {
  return (await format(path, text, STYLE)).code
}

test('the files that `npm run docs` writes are current', async () => {
  const files = Object.entries(await generateFiles())

  for (const [path, text] of files)
    expect(await formatted(path, text), path).toBe(readFileSync(join(ROOT, path), 'utf8'))
})

test('every decision record has a number of its own and one row in the index, with its title', () => {
  const folder = join(import.meta.dirname, '../docs/decisions')
  const files = readdirSync(folder).filter(name => name !== 'README.md')
  const numbers = files.map(name => name.slice(0, 4))
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const rows = [...index.matchAll(/^\| (\d{4}) +\| \[(.+?)\]\((.+?)\)/gm)].map(match =>
    match.slice(1),
  )
  const titles = files.map(name => {
    const [heading = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
    return [name.slice(0, 4), heading.replace(/^# \d{4} /, ''), name]
  })

  expect(files.length).toBeGreaterThan(10)
  expect(new Set(numbers).size).toBe(files.length)
  expect(rows).toEqual(titles)
})

/** Lists the ids that GitHub gives to the headings of a document. Comments in examples of commands are no headings. */
function listHeadingIds(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, '')
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Says whether a file exists, and has the heading of the part after `#`, if there is one. */
function leadsSomewhere(file: string, heading: string | undefined): boolean {
  return existsSync(file) && (heading === undefined || listHeadingIds(file).includes(heading))
}

test('every link between documents leads to a file and a heading that exist', () => {
  const documents = listRepositoryFiles().filter(
    path => path.endsWith('.md') && !path.startsWith('web/'),
  )
  const links = documents.flatMap(path => {
    // Code between backquotes is an example.
    const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/`[^`\n]+`/g, '')
    return [...text.matchAll(/\]\(([^)\s:]+)\)/g)].map(([, target]) => ({ path, target: target! }))
  })

  const broken = links.filter(({ path, target }) => {
    const [name = '', heading] = target.split('#')
    const file = name === '' ? join(ROOT, path) : resolve(ROOT, dirname(path), name)
    return !leadsSomewhere(file, heading)
  })

  expect(links.length).toBeGreaterThan(200)
  expect(broken).toEqual([])
})

test('every document and section that a file of the code or the operation names exists', () => {
  const files = listRepositoryFiles().filter(path =>
    /\.(ts|tsx|sql|yaml|ini|example|service|md)$/.test(path),
  )
  const names = files.flatMap(path =>
    [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(
        /\bdocs\/[\w/-]+\.md\b(?:#(?<heading>[\w-]+))?/g,
      ),
    ].map(({ 0: name, groups }) => ({ path, name, heading: groups?.['heading'] })),
  )

  expect(names.length).toBeGreaterThan(50)
  const missing = names.filter(
    ({ name, heading }) => !leadsSomewhere(join(ROOT, name.split('#')[0]!), heading),
  )
  expect(missing).toEqual([])
})

test('every decision record that a file names by its number exists', () => {
  const records = new Set(readdirSync(join(ROOT, 'docs/decisions')).map(name => name.slice(0, 4)))
  const names = listRepositoryFiles()
    .filter(path => /\.(ts|tsx|mjs|sql|yaml|md)$/.test(path))
    .flatMap(path =>
      [
        ...readFileSync(join(ROOT, path), 'utf8').matchAll(
          /\b(?:records?|decisions?)[ /](?<number>0\d{3})\b/gi,
        ),
      ].map(({ groups }) => ({ path, number: groups!['number']! })),
    )

  expect(names.length).toBeGreaterThan(10)
  expect(names.filter(({ number }) => !records.has(number))).toEqual([])
})

test('every file and folder of the repository that a document names exists', () => {
  const documents = listRepositoryFiles().filter(
    path => path.endsWith('.md') && !path.startsWith('web/') && path !== 'CHANGELOG.md',
  )
  const names = documents.flatMap(path =>
    [
      ...readFileSync(join(ROOT, path), 'utf8').matchAll(
        /`((?:server|test|contract|bench|tools|e2e|ops|scripts|simulators|\.github)\/[\w./-]+)`/g,
      ),
    ].map(([, name]) => ({ path, name: name! })),
  )

  expect(names.length).toBeGreaterThan(150)
  // Operators write `ops/.env` themselves.
  const missing = names.filter(({ name }) => name !== 'ops/.env' && !existsSync(join(ROOT, name)))
  expect(missing).toEqual([])
})

test('the figures in the table of scale.md are those of performance.md', () => {
  const cells = readFileSync(join(ROOT, 'docs/scale.md'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('|'))
    .flatMap(line => line.match(/\b[\d.]+ (?:s|ms)\b/g) ?? [])
  const performance = readFileSync(join(ROOT, 'docs/performance.md'), 'utf8')

  expect(cells.length).toBeGreaterThan(5)
  expect(cells.filter(figure => !performance.includes(figure))).toEqual([])
})
