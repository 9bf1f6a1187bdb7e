import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackages } from './install.mjs'
import { ROOT, runCommandOrThrow } from './processes.ts'

/**
 * `npm run icons -- copy trash-2` prints icons of Lucide into web/ui/icons, one component a file, so that a page loads
 * the icons that it shows. Without names it prints those again that are there. The set of all icons is a package of its
 * own: lucide-react takes 51 MB for the hundred icons that are used.
 */
const PACKAGE = join(ROOT, 'scripts/icons')
const FOLDER = join(ROOT, 'web/ui/icons')

/** The form of the package's data. Source: https://iconify.design/docs/types/iconify-json.html */
interface IconSet {
  icons: Record<string, { body: string }>
  aliases?: Record<string, { parent: string }>
}

/** What every icon of Lucide has; the component `Icon` says it once. */
const COMMON =
  / (?:fill="none"|stroke="currentColor"|stroke-linecap="round"|stroke-linejoin="round"|stroke-width="2")/g

installPackages(PACKAGE, 'npm run icons')
const json = await readFile(join(PACKAGE, 'node_modules/@iconify-json/lucide/icons.json'), 'utf8')
const { icons, aliases } = JSON.parse(json) as IconSet
const wanted = process.argv.slice(2)
const existing = (await readdir(FOLDER)).map(file => file.replace('.tsx', ''))
for (const name of wanted.length > 0 ? wanted : existing)
  await writeFile(join(FOLDER, `${name}.tsx`), printIcon(name))
await runCommandOrThrow('oxfmt', [FOLDER])

function printIcon(name: string): string {
  const icon = icons[name] ?? icons[aliases?.[name]?.parent ?? '']
  if (!icon) throw new Error(`Lucide has no icon ${name}; https://lucide.dev/icons lists all`)
  const shapes = icon.body.replaceAll(COMMON, '').replaceAll(/<\/?g>/g, '')
  if (/-\w+=|<g/.test(shapes)) throw new Error(`${name} has an attribute that JSX writes otherwise`)
  const component = name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  return `import { Icon, type IconProps } from '../icon.tsx'

export const ${component} = (props: IconProps) => <Icon {...props}>${shapes}</Icon>
`
}
