import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBrowser } from './browser.ts'
import { buildIfNeeded } from './build.ts'
import { ROOT, runCommand } from './processes.ts'
import { compareFolders } from './screens/compare-pictures.ts'
import { renderIndexPage } from './screens/index-page.ts'

/**
 * `npm run screens` takes a picture of every screen and state in both languages, three widths and both themes, and
 * writes `screens/index.html`, which shows them. If there are pictures of a former run, a changed picture stands beside
 * its former version and their difference. `npm run screens -- home login` renews the pictures of these screens alone.
 */

const FOLDER = join(ROOT, 'screens')
const folderOf = (name: 'current' | 'former' | 'difference') => join(FOLDER, name)
const names = process.argv.slice(2)
const startedAt = Date.now()

await ensureBrowser()
await buildIfNeeded()
for (const name of ['former', 'difference'] as const)
  await rm(folderOf(name), { recursive: true, force: true })
for (const name of ['current', 'former', 'difference'] as const)
  await mkdir(folderOf(name), { recursive: true })
// The name of a state consists of that of its screen and its own, with a plus sign between them.
const isRenewed = (file: string) =>
  names.length === 0 ||
  names.some(name => /^[_+]/.test(file.slice(name.length)) && file.startsWith(name))
const formerFiles = (await readdir(folderOf('current'))).filter(isRenewed)
for (const file of formerFiles)
  await rename(join(folderOf('current'), file), join(folderOf('former'), file))

const code = await runCommand(
  'playwright',
  ['test', '--config', 'playwright.catalog.config.ts', '--reporter=list'],
  { env: { PICTURE_FOLDER: folderOf('current'), PICTURE_SCREENS: names.join(',') } },
)
const takenAt = Date.now()
const files = await readdir(folderOf('current'))
const pictures = await compareFolders(FOLDER, { files, formerFiles, isRenewed })
await writeFile(join(FOLDER, 'index.html'), renderIndexPage(pictures))

const sizes = await Promise.all(files.map(file => stat(join(folderOf('current'), file))))
const megabytes = sizes.reduce((sum, { size }) => sum + size, 0) / 1024 ** 2
const seconds = (from: number, to: number) => `${Math.round((to - from) / 1000)} s`
console.log(
  `${files.length} pictures of ${megabytes.toFixed(0)} MB in ${seconds(startedAt, takenAt)}, compared in ${seconds(takenAt, Date.now())}`,
)
for (const { file, change, pixels } of pictures)
  if (change !== 'same') console.log(`${change} ${file}${pixels > 0 ? `: ${pixels} pixels` : ''}`)
console.log(
  `${pictures.filter(({ change }) => change !== 'same').length} differences; see ${join(FOLDER, 'index.html')}`,
)
process.exitCode = code
