import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEPENDENCIES } from '../scripts/dependencies.ts'
import { ROOT } from '../scripts/processes.ts'

/** What `npm install` may bring at most, so that a newcomer does not wait. */
const MAX_PACKAGES = 500
const MAX_MEGABYTES = 680

/** Tools keep caches here, and the packages of scripts are counted apart. */
const NOT_INSTALLED = new Set(['.cache', '.vite', '.vite-temp', '.vitest', '.vitest-cache'])

interface Usage {
  packages: number
  bytes: number
}

/**
 * Counts the packages below a `node_modules` and the bytes of their files; a file with two names counts once. What the
 * files take on a disk depends on its blocks, and is up to a sixth more.
 */
function measure(folder: string, seen: Set<number>): Usage {
  const usage = { packages: 0, bytes: 0 }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (NOT_INSTALLED.has(entry.name)) continue
    const path = join(folder, entry.name)
    const { ino, size } = lstatSync(path)
    if (!seen.has(ino)) usage.bytes += size
    seen.add(ino)
    if (entry.name === 'package.json' && isPackage(folder)) usage.packages += 1
    if (!entry.isDirectory()) continue
    const inside = measure(path, seen)
    usage.packages += inside.packages
    usage.bytes += inside.bytes
  }
  return usage
}

/** Whether a folder is a package of its own, not a part of one with a package.json. */
const isPackage = (folder: string): boolean =>
  /[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/@]+$/.test(folder)

test('an installation has at most 500 packages and 680 MB', () => {
  const { packages, bytes } = measure(join(ROOT, 'node_modules'), new Set())

  expect(packages).toBeGreaterThan(100)
  expect(packages).toBeLessThanOrEqual(MAX_PACKAGES)
  expect(Math.round(bytes / 2 ** 20)).toBeLessThanOrEqual(MAX_MEGABYTES)
})

test.each(DEPENDENCIES)(
  'the table of dependencies has each package of $folder/package.json in $field and no other',
  ({ folder, field, purposes }) => {
    const file = readFileSync(join(ROOT, folder, 'package.json'), 'utf8')
    const packages = JSON.parse(file) as Record<typeof field, Record<string, string>>

    expect(Object.keys(purposes).sort()).toEqual(Object.keys(packages[field]).sort())
  },
)
