import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listRepositoryFiles } from './repository-files.ts'
import { ROOT } from './processes.ts'

/**
 * Prints long files and large folders, as the end of `npm run check`. It fails nothing: a file is as long as its
 * subject, and a folder holds what belongs together. What is printed is worth the question whether it is one subject.
 */

const MANY_LINES = 300
const MANY_FILES = 15

const paths = listRepositoryFiles()
const longFiles = paths
  .filter(path => /\.(tsx?|mjs|css)$/.test(path))
  .map(path => ({ path, size: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1 }))
  .filter(({ size }) => size > MANY_LINES)
const largeFolders = [...Map.groupBy(paths, path => dirname(path))]
  .map(([path, files]) => ({ path, size: files.length }))
  .filter(({ size }) => size > MANY_FILES)

function print(title: string, rows: { path: string; size: number }[]): void {
  console.log(`${title}: ${rows.length === 0 ? 'none' : ''}`)
  for (const { path, size } of rows.toSorted((a, b) => b.size - a.size))
    console.log(`${String(size).padStart(6)}  ${path}`)
}

print(`Files of more than ${MANY_LINES} lines`, longFiles)
print(`Folders of more than ${MANY_FILES} files`, largeFolders)
