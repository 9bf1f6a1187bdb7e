import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COVER_WIDTHS } from '#contract/core/limits.ts'
import { DEMO_CATALOG } from '#demo/catalog/catalog.ts'
import { ENCODED_COVERS, getCoverFolder } from '#demo/covers/encoded-covers.ts'

const FILES = COVER_WIDTHS.flatMap(width => [`${width}.avif`, `${width}.webp`]).toSorted()

test('the cover of every demo product is encoded as it is drawn, in all sizes, and no other is', async () => {
  const drawn = DEMO_CATALOG.map(({ name, cover }) => [getCoverFolder(name, cover), FILES])
  const encoded = (await readdir(ENCODED_COVERS)).map(async folder => [
    folder,
    (await readdir(join(ENCODED_COVERS, folder))).toSorted(),
  ])

  const hint = 'run `node demo/covers/encode-covers.ts`'
  expect(Object.fromEntries(await Promise.all(encoded)), hint).toEqual(Object.fromEntries(drawn))
})
