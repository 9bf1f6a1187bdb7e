/** Compiles the texts of `messages/{es,en}/*.json` to JavaScript functions and their types. */

/**
 * A text as it stands in a file: with `{name}` for a value, or with one text for each plural form of a number. A text
 * with two numbers has the forms of the second inside those of the first.
 */
export type MessageSource = string | { plural: string; one: MessageSource; other: MessageSource }

/** The texts of one file, by key. */
export type MessageFile = Record<string, MessageSource>

/** The texts of a language, by the name of their file. */
export type MessageFiles = Record<string, MessageFile>

/** A text in both languages, with the names of its values. */
interface Message {
  key: string
  es: MessageSource
  en: MessageSource
  values: ValueTypes
}

/** The values of a text by name, sorted: a number that chooses a plural form, or anything that is printed. */
type ValueTypes = Map<string, 'number' | 'string | number'>

/** A value in a text. Any other brace is a mistake, since it would be printed. */
const VALUE = /\{(\w+)\}/g
const STRAY_BRACE = /[{}]/

/**
 * Pairs the texts of both languages.
 * @throws Error if a key stands twice or in one language only, a text is empty, or the values of both languages differ;
 *   its message lists all faults
 */
export function pairMessages(sources: Record<'es' | 'en', MessageFiles>): Message[] {
  const faults: string[] = []
  const [es, en] = [collect('es', sources.es, faults), collect('en', sources.en, faults)]
  for (const key of en.keys()) if (!es.has(key)) faults.push(`${key} has no Spanish text`)
  const messages: Message[] = []
  for (const [key, spanish] of es) {
    const english = en.get(key)
    if (english === undefined) {
      faults.push(`${key} has no English text`)
      continue
    }
    const [values, others] = [readValues(spanish), readValues(english)]
    if ([...values.keys()].join() !== [...others.keys()].join())
      faults.push(`${key} has other values in Spanish than in English`)
    for (const [name, type] of others) if (type === 'number') values.set(name, type)
    messages.push({ key, es: spanish, en: english, values })
  }
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return messages
}

function collect(
  language: string,
  files: MessageFiles,
  faults: string[],
): Map<string, MessageSource> {
  const texts = new Map<string, MessageSource>()
  for (const [file, messages] of Object.entries(files))
    for (const [key, source] of Object.entries(messages)) {
      const place = `${language}/${file}: ${key}`
      if (!/^\w+$/.test(key)) faults.push(`${place} is no name of a function`)
      if (texts.has(key)) faults.push(`${place} stands twice`)
      for (const text of listVariants(source)) {
        if (text.trim() === '') faults.push(`${place} is empty`)
        if (STRAY_BRACE.test(text.replaceAll(VALUE, ''))) faults.push(`${place} has a stray brace`)
      }
      texts.set(key, source)
    }
  return texts
}

/** Returns the texts that a message can have: one, or one for each plural form. */
export function listVariants(source: MessageSource): string[] {
  return typeof source === 'string'
    ? [source]
    : [...listVariants(source.one), ...listVariants(source.other)]
}

function readValues(source: MessageSource): ValueTypes {
  const numbers = new Set<string>()
  for (let form = source; typeof form !== 'string'; form = form.other) numbers.add(form.plural)
  const printed = listVariants(source).flatMap(text =>
    [...text.matchAll(VALUE)].map(([, name]) => name!),
  )
  const names = [...new Set([...numbers, ...printed])].sort()
  return new Map(names.map(name => [name, numbers.has(name) ? 'number' : 'string | number']))
}

/**
 * Prints the function of a message, such as `export const close = (i, o) => …`, which calls functions of the runtime.
 */
export function printFunction({ key, es, en }: Message): string {
  const text = `isEnglish(o) ? ${printText(en, 'en')} : ${printText(es, 'es')}`
  return `export const ${key} = (i, o) => ${text}\n`
}

function printText(source: MessageSource, language: 'es' | 'en'): string {
  if (typeof source !== 'string') {
    const [one, other] = [source.one, source.other].map(form => printText(form, language))
    return `(isOne(i.${source.plural}, '${language}') ? ${one} : ${other})`
  }
  const quoted = source.replaceAll(/[\\`$]/g, '\\$&')
  return `\`${quoted.replaceAll(VALUE, (_, name: string) => `\${i.${name}}`)}\``
}

/** Prints the type of the function of a message. */
export function printType({ key, values }: Message): string {
  if (values.size === 0) return `export declare const ${key}: Text\n`
  const inputs = [...values].map(([name, type]) => `${name}: ${type}`).join('; ')
  return `export declare const ${key}: TextWith<{ ${inputs} }>\n`
}
