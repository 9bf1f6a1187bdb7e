import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { ensureBrowser } from '../browser.ts'
import { buildIfNeeded } from '../build.ts'
import { ROOT, runCommandOrThrow } from '../processes.ts'
import { describeDifference } from './looks-like.ts'

/**
 * `npm run help-pictures` takes the pictures of the guides at /help from a marketplace with demo data, in both
 * languages and themes, and stores them for the web build. `npm run help-pictures -- voucher price` renews these
 * pictures alone. `npm run help-pictures -- --compare` stores none: it takes those of the light theme, and fails if one
 * of them no longer looks like the stored picture.
 */

const FOLDER = join(ROOT, 'web/features/guides/pictures')
const SIZES = join(FOLDER, 'sizes.json')
/** The pixels of a picture for each CSS pixel, as `e2e/help-pictures/take-pictures.ts` takes them. */
const DENSITY = 2
/**
 * Letters stay sharp, and a picture has about 16 KB, where WebP needs 24 KB. Of the efforts, 5 saves 6 % of what 3
 * needs.
 */
const AVIF = { quality: 55, effort: 5, chromaSubsampling: '4:4:4' }

/** Where a comparison leaves the taken pictures that differ from the stored ones. */
const CHANGED_FOLDER = join(ROOT, 'test-results/help-pictures-changed')

const args = process.argv.slice(2)
const isComparison = args.includes('--compare')
const names = args.filter(arg => arg !== '--compare')

await ensureBrowser()
await buildIfNeeded()
const taken = await mkdtemp(join(tmpdir(), 'kiosko-help-pictures-'))
try {
  await runCommandOrThrow(
    'playwright',
    ['test', '--config', 'playwright.help-pictures.config.ts', '--reporter=list'],
    {
      env: {
        PICTURE_FOLDER: taken,
        PICTURE_NAMES: names.join(','),
        PICTURE_THEMES: isComparison ? 'light' : 'light,dark',
      },
    },
  )
  const files = (await readdir(taken)).toSorted()
  await (isComparison ? compareWithStored(files) : storePictures(files))
} finally {
  await rm(taken, { recursive: true })
}

/** Returns the path of a stored picture below the folder of all, without its extension. */
function toStoredPath(file: string): string {
  return file.replace('_', '/').replace('.png', '')
}

/** Prints the taken pictures that do not look like the stored ones, and lets the command fail if there is one. */
async function compareWithStored(files: string[]): Promise<void> {
  await rm(CHANGED_FOLDER, { recursive: true, force: true })
  await mkdir(CHANGED_FOLDER, { recursive: true })
  let changed = 0
  for (const file of files) {
    const stored = join(FOLDER, `${toStoredPath(file)}.avif`)
    const difference = await describeDifference(stored, join(taken, file))
    if (difference === undefined) continue
    changed += 1
    await copyFile(join(taken, file), join(CHANGED_FOLDER, file))
    console.log(`changed ${toStoredPath(file)}: ${difference}`)
  }
  console.log(`${changed} of ${files.length} pictures of the guides no longer show the screens`)
  if (changed === 0) return
  console.log(`See ${CHANGED_FOLDER}, and take them again: npm run help-pictures -- <name>`)
  process.exitCode = 1
}

/** Stores the taken pictures, whose names are `guide_picture_language_theme.png`, and writes their sizes. */
async function storePictures(files: string[]): Promise<void> {
  const sizes = names.length > 0 ? await readSizes() : {}
  const pictures = new Map<string, Buffer>()
  for (const file of files) {
    const picture = sharp(join(taken, file))
    const { width, height } = await picture.metadata()
    const path = toStoredPath(file)
    sizes[path.replace(/_[a-z]+$/, '')] = [width / DENSITY, height / DENSITY]
    pictures.set(`${path}.avif`, await picture.avif(AVIF).toBuffer())
  }
  // All are compressed before the former ones are deleted, so that an interrupted run leaves a complete folder.
  if (names.length === 0) await rm(FOLDER, { recursive: true, force: true })
  for (const [path, bytes] of pictures) {
    await mkdir(dirname(join(FOLDER, path)), { recursive: true })
    await writeFile(join(FOLDER, path), bytes)
  }
  const sorted = Object.entries(sizes).sort(([a], [b]) => a.localeCompare(b, 'en'))
  await writeFile(SIZES, JSON.stringify(Object.fromEntries(sorted)))
  await runCommandOrThrow('oxfmt', [SIZES], { stdio: 'ignore' })
  const bytes = [...pictures.values()].reduce((sum, { length }) => sum + length, 0)
  console.log(`${files.length} pictures of ${Math.round(bytes / 1024)} KB`)
}

async function readSizes(): Promise<Record<string, [width: number, height: number]>> {
  const text = await readFile(SIZES, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Record<string, [width: number, height: number]>
}
