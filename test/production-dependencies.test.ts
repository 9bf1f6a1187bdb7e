import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/**
 * The root of the repository. These tests check by the output of `npm run build` that the build runs after `npm prune
 * --omit=dev`.
 */

const ROOT = resolve(import.meta.dirname, '..')
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean }>
}
/** Finds the modules that code imports. A static import cannot have backticks; comments in the code of libraries do. */
const NAMED =
  /(?:\bfrom\s*["']|(?:\bimport\s*\(?\s*|\brequire\s*\(\s*|import\.meta\s*\.resolve\s*\(\s*)["'`])([@a-z][\w./@-]*)["'`]/g

/** Lists the installed packages that the scripts in a folder import. */
function packagesIn(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.js'))
    .flatMap(name => [...readFileSync(join(ROOT, folder, name), 'utf8').matchAll(NAMED)])
    .map(([, name = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name)![0])
  return [...new Set(names)].filter(name => `node_modules/${name}` in packages)
}

test.each([
  ['build/start', 'fontkit'],
  ['build/server', 'react'],
])('the code in %s imports production dependencies only', (folder, importedPackage) => {
  const loaded = packagesIn(folder)

  expect(loaded).toContain(importedPackage)
  expect(loaded.filter(name => packages[`node_modules/${name}`]!.dev)).toEqual([])
})
