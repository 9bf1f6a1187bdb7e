import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#web/i18n/locale.ts'
import { GUIDE_NAMES } from './guide-list.ts'
import sizes from './pictures/sizes.json'

/** The pictures that `npm run help-pictures` takes, against the texts that show them. */

const LOCALES: Locale[] = ['es', 'en']
const FOLDER = join(import.meta.dirname, 'pictures')
const MAX_BYTES = 50 * 1024
const MAX_TOTAL_BYTES = 1.5 * 1024 ** 2
const MAX_PICTURES_PER_GUIDE = 3

const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.avif'))
  .toSorted()

/** Lists the pictures that the text of a guide names. */
const listNamedPictures = (guide: string, locale: Locale) => {
  const text = readFileSync(join(import.meta.dirname, `content/${locale}/${guide}.md`), 'utf8')
  return [...text.matchAll(/^!\[\{m\.(\w+)\}\]\(([a-z-]+)\)$/gm)].map(([, alt, name]) => ({
    alt: alt!,
    name: name!,
  }))
}

describe('the pictures of the guides', () => {
  test('the pictures of the guides are those that the texts name, in both languages and themes', () => {
    const wanted = GUIDE_NAMES.flatMap(guide =>
      LOCALES.flatMap(locale =>
        listNamedPictures(guide, locale).flatMap(({ name }) =>
          ['dark', 'light'].map(theme => `${guide}/${name}_${locale}_${theme}.avif`),
        ),
      ),
    )

    expect(FILES.length).toBeGreaterThan(40)
    expect(FILES).toEqual(wanted.toSorted())
  })

  test.each(GUIDE_NAMES)(
    'the pictures of the guides are at most three in %s, each with its own alternative text',
    guide => {
      for (const locale of LOCALES) {
        const pictures = listNamedPictures(guide, locale)

        expect(pictures.length).toBeLessThanOrEqual(MAX_PICTURES_PER_GUIDE)
        expect(pictures.map(({ alt }) => alt)).toEqual(
          pictures.map(({ name }) => `guide_picture_${name.replaceAll('-', '_')}`),
        )
      }
    },
  )

  test('the pictures of the guides have at most 50 KB each and 1.5 MB together', () => {
    const bytes = FILES.map(path => ({ path, bytes: statSync(join(FOLDER, path)).size }))

    expect(bytes.filter(file => file.bytes > MAX_BYTES)).toEqual([])
    expect(bytes.reduce((sum, file) => sum + file.bytes, 0)).toBeLessThanOrEqual(MAX_TOTAL_BYTES)
  })

  test('the pictures of the guides have the recorded sizes at two pixels for each CSS pixel, so that nothing moves when they load', async () => {
    const measured: Record<string, number[]> = {}
    for (const path of FILES) {
      const { width, height } = await sharp(join(FOLDER, path)).metadata()
      const key = path.replace(/_[a-z]+\.avif$/, '')
      const size = [width / 2, height / 2]
      // Both themes of a picture have the same size.
      expect(measured[key] ?? size, path).toEqual(size)
      measured[key] = size
    }

    expect(sizes).toEqual(measured)
  })
})
