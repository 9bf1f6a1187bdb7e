import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestSources, isBuilt, recordBuild } from './build.ts'
import { type MessageFiles, pairMessages, printFunction, printType } from './compile-messages.ts'
import { ROOT } from './processes.ts'

/**
 * `npm run messages` compiles the texts to `.messages`, if they have changed since they were compiled. Node loads them
 * as one module, `texts.js`. The build of the web app imports `each/index.js`, where each text is a module, so that a
 * page gets the texts that it uses.
 */

const OUT = join(ROOT, '.messages')
const IMPORTS = ['isEnglish', 'isOne']
const TYPES = `import type { TextOptions } from '../messages/runtime.ts'

type Text = (values?: object, options?: TextOptions) => string
type TextWith<Values> = (values: Values, options?: TextOptions) => string

`

if (!(await isBuilt('messages'))) {
  const sourceDigest = await digestSources('messages')
  const messages = pairMessages({ es: await readTexts('es'), en: await readTexts('en') })
  const each = join(OUT, 'each')
  await rm(each, { recursive: true, force: true })
  await mkdir(each, { recursive: true })
  const functions = messages.map(printFunction)
  await writeFile(join(OUT, 'texts.js'), withRuntime('..', functions.join('')))
  await writeFile(join(OUT, 'texts.d.ts'), TYPES + messages.map(printType).join(''))
  await writeFile(
    join(each, 'index.js'),
    messages.map(({ key }) => `export { ${key} } from './${key}.js'\n`).join(''),
  )
  await Promise.all(
    messages.map(({ key }, nth) =>
      writeFile(join(each, `${key}.js`), withRuntime('../..', functions[nth]!)),
    ),
  )
  await recordBuild('messages', sourceDigest)
}

async function readTexts(locale: 'es' | 'en'): Promise<MessageFiles> {
  const folder = join(ROOT, 'messages', locale)
  const files: MessageFiles = {}
  for (const name of await readdir(folder))
    files[name] = JSON.parse(await readFile(join(folder, name), 'utf8')) as MessageFiles[string]
  return files
}

/** Adds the import of the functions of the runtime that some code calls. */
function withRuntime(root: string, code: string): string {
  const used = IMPORTS.filter(name => code.includes(`${name}(`))
  return `import { ${used.join(', ')} } from '${root}/messages/runtime.ts'\n${code}`
}
