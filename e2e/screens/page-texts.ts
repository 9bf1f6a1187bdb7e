import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ERRORS } from '#contract/core/errors.ts'
import type { Locale } from '#messages/runtime'
import { type MessageSource, listVariants } from '../../scripts/compile-messages.ts'

/** Words that are frequent in one language and do not exist in the other. */
const FUNCTION_WORDS: Record<Locale, ReadonlySet<string>> = {
  es: new Set('el la los las un una del que para con por sin tu tus su más y es está'.split(' ')),
  en: new Set('the and of to your you for with is are this that it was from at by'.split(' ')),
}
/**
 * The minimum number of letters in a message beside its variables. A message with fewer is ignored, since it would
 * match almost any text.
 */
const MIN_TEMPLATE_LETTERS = 4

const MESSAGES = join(import.meta.dirname, '../../messages')

interface MessageCatalog {
  keys: ReadonlySet<string>
  /** Returns whether a text is a message of the language. A variable in a message matches any text. */
  has: (locale: Locale, text: string) => boolean
}

const collapseWhitespace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/**
 * Loads all translated messages.
 * @param databaseTexts translated texts that are stored in the database, such as the names of categories
 */
export function loadMessageCatalog(databaseTexts: Record<Locale, string[]>): MessageCatalog {
  const keys = new Set<string>()
  const languageOf = (locale: Locale) => {
    const plain = new Set(databaseTexts[locale].map(collapseWhitespace))
    const templates: RegExp[] = []
    for (const file of readdirSync(join(MESSAGES, locale))) {
      const messages = JSON.parse(readFileSync(join(MESSAGES, locale, file), 'utf8')) as Record<
        string,
        MessageSource
      >
      for (const key of Object.keys(messages)) keys.add(key)
      for (const text of Object.values(messages).flatMap(listVariants)) {
        const parts = collapseWhitespace(text).split(/\{\w+\}/)
        if (parts.length === 1) plain.add(collapseWhitespace(text))
        else if (parts.join('').replaceAll(/\P{L}/gu, '').length >= MIN_TEMPLATE_LETTERS)
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
 * Returns the texts of a page that are in the wrong language, or that are an error code or a message key.
 * @param isWrittenByUser returns whether users wrote a text, which can be in any language
 */
export function findTextFaults(
  texts: string[],
  locale: Locale,
  catalog: MessageCatalog,
  isWrittenByUser: (text: string) => boolean,
): string[] {
  const otherLocale = locale === 'es' ? 'en' : 'es'
  const faults: string[] = []
  // A document title consists of the page's title and the site's name with a middle dot between them.
  for (const text of new Set(texts.flatMap(whole => whole.split(' · ')).map(collapseWhitespace))) {
    const code = /\b[A-Z]+(?:_[A-Z]+)+\b/.exec(text)?.[0]
    if (code && (code in ERRORS || /^(?:ERROR|INVALID)_/.test(code))) faults.push(`code: ${text}`)
    else if (/^[a-z\d]+(?:_[a-z\d]+)+$/i.test(text) && catalog.keys.has(text))
      faults.push(`key: ${text}`)
    else if (!catalog.has(locale, text) && !isWrittenByUser(text)) {
      if (catalog.has(otherLocale, text)) faults.push(`${otherLocale}: ${text}`)
      else if (seemsWrittenIn(otherLocale, text)) faults.push(`seems ${otherLocale}: ${text}`)
    }
  }
  return faults
}

/** Returns whether a text has at least two function words of the language and none of the other one. */
function seemsWrittenIn(locale: Locale, text: string): boolean {
  // A letter beside a digit is part of a number, such as that of an order, and no word. An address has no sentence.
  const words =
    text
      .toLowerCase()
      .replaceAll(/https?:\/\/\S+/g, '')
      .match(/(?<![\p{L}\d])\p{L}+(?![\p{L}\d])/gu) ?? []
  const count = (of: Locale) => words.filter(word => FUNCTION_WORDS[of].has(word)).length
  return count(locale) > 1 && count(locale === 'es' ? 'en' : 'es') === 0
}

/**
 * Returns every text of a page that users, screen readers or search engines get: text nodes, accessible names, titles,
 * alternative texts, placeholders and meta tags. Elements with a `lang` attribute that differs from the page's are left
 * out.
 */
export function readPageTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: string[] = []
    const hasOtherLanguage = (element: Element | null) =>
      element?.closest('[lang]') !== document.documentElement
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent?.closest('script, style, noscript, template') || hasOtherLanguage(parent)) continue
      if (node.nodeValue?.trim()) texts.push(node.nodeValue)
    }
    const TEXT_ATTRIBUTES = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'alt',
      'placeholder',
    ]
    for (const name of TEXT_ATTRIBUTES)
      for (const element of document.querySelectorAll(`[${name}]`))
        if (!hasOtherLanguage(element)) texts.push(element.getAttribute(name)!)
    for (const meta of document.querySelectorAll(
      'meta[name=description], meta[property="og:title"], meta[property="og:description"], meta[property="og:image:alt"], meta[name^="twitter:"]',
    ))
      texts.push(meta.getAttribute('content')!)
    return texts.filter(text => text.trim())
  })
}
