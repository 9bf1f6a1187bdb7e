import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ERRORS } from '#contract/core/errors.ts'
import type { Locale } from '#messages/runtime'

/** Words that hardly a sentence of a language does without, and that the other one does not have. */
const FUNCTION_WORDS: Record<Locale, ReadonlySet<string>> = {
  es: new Set('el la los las un una del que para con por sin tu tus su más y es está'.split(' ')),
  en: new Set('the and of to your you for with is are this that it was from at by'.split(' ')),
}
/** Letters that a template must have beside its variables to be told from another. */
const TELLING = 4

const MESSAGES = join(import.meta.dirname, '../../messages')

interface Catalogue {
  keys: ReadonlySet<string>
  /** Whether a text is one of a language's, its variables filled with anything. */
  has: (locale: Locale, text: string) => boolean
}

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** The house's own texts, and those that come from its tables, such as the names of shelves. */
export function readCatalogue(more: Record<Locale, string[]>): Catalogue {
  const keys = new Set<string>()
  const languageOf = (locale: Locale) => {
    const plain = new Set(more[locale].map(tidy))
    const templates: RegExp[] = []
    for (const file of readdirSync(join(MESSAGES, locale))) {
      const texts = JSON.parse(readFileSync(join(MESSAGES, locale, file), 'utf8')) as object
      for (const [key, text] of Object.entries(texts) as [string, string][]) {
        keys.add(key)
        const parts = tidy(text).split(/\{\w+\}/)
        if (parts.length === 1) plain.add(tidy(text))
        else if (parts.join('').replaceAll(/\P{L}/gu, '').length >= TELLING)
          templates.push(new RegExp(`^${parts.map(escapeRegExp).join('.+?')}$`, 'su'))
      }
    }
    return (text: string) => plain.has(text) || templates.some(template => template.test(text))
  }
  const languages = { es: languageOf('es'), en: languageOf('en') }
  return { keys, has: (locale, text) => languages[locale](text) }
}

const escapeRegExp = (text: string): string =>
  text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)

/**
 * What is wrong with the texts of a page: a sentence of the other language, a code or a message's key instead of
 * words.
 * @param written texts of people, in whatever language they write
 */
export function faultsOf(
  texts: string[],
  locale: Locale,
  catalogue: Catalogue,
  written: (text: string) => boolean,
): string[] {
  const other = locale === 'es' ? 'en' : 'es'
  const faults: string[] = []
  // A title is a page's and the house's.
  for (const text of new Set(texts.flatMap(whole => whole.split(' · ')).map(tidy))) {
    const code = /\b[A-Z]+(?:_[A-Z]+)+\b/.exec(text)?.[0]
    if (code && (code in ERRORS || /^(?:ERROR|INVALID)_/.test(code))) faults.push(`code: ${text}`)
    else if (/^[a-z\d]+(?:_[a-z\d]+)+$/i.test(text) && catalogue.keys.has(text))
      faults.push(`key: ${text}`)
    else if (!catalogue.has(locale, text) && !written(text)) {
      if (catalogue.has(other, text)) faults.push(`${other}: ${text}`)
      else if (soundsLike(other, text)) faults.push(`sounds ${other}: ${text}`)
    }
  }
  return faults
}

/** Two words of the language at least, and none of the other's. */
function soundsLike(locale: Locale, text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const count = (of: Locale) => words.filter(word => FUNCTION_WORDS[of].has(word)).length
  return count(locale) > 1 && count(locale === 'es' ? 'en' : 'es') === 0
}

/**
 * Everything on a page that is read or read out: text, names of controls, titles, what stands for pictures, hints
 * in fields, and what search engines and previews show. What says itself that it is in another language is left out.
 */
export function readTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const speaksOtherwise = (element: Element | null) =>
      element?.closest('[lang]') !== document.documentElement
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent?.closest('script, style, noscript, template') || speaksOtherwise(parent)) continue
      if (node.nodeValue?.trim()) texts.push(node.nodeValue)
    }
    const READ = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'alt',
      'placeholder',
    ]
    for (const name of READ)
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!speaksOtherwise(element)) texts.push(element.getAttribute(name)!)
    for (const meta of document.querySelectorAll(
      'meta[name=description], meta[property="og:title"], meta[property="og:description"], meta[property="og:image:alt"], meta[name^="twitter:"]',
    ))
      texts.push(meta.getAttribute('content')!)
    return texts.filter(text => text.trim())
  })
}
