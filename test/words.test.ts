import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type MessageSource, listVariants } from '../scripts/compile-messages.ts'

const ROOT = resolve(import.meta.dirname, '..')
const LOCALES = ['es', 'en'] as const
type Locale = (typeof LOCALES)[number]

const sections = new Map(
  readFileSync(join(ROOT, 'docs/words.md'), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map(section => [section.slice(0, section.indexOf('\n')), section]),
)

/** Returns the cells of all table rows in a section of docs/words.md, without heads and separators. */
function readRows(section: string): string[][] {
  const lines = (sections.get(section) ?? '').split('\n').filter(line => line.startsWith('|'))
  return lines
    .filter((line, index) => !/^[|\s:-]+$/.test(line) && !/^[|\s:-]+$/.test(lines[index + 1] ?? ''))
    .map(line => line.split('|').slice(1, -1))
}

const quotedIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!)

/** The words that no message may contain. The columns for Spanish and English are the last two of each table. */
function listBannedWords(locale: Locale, section: string): string[] {
  return readRows(section).flatMap(cells => quotedIn(cells.at(locale === 'es' ? -2 : -1)))
}

/** The texts of a language by key, with all variants of a plural in one text and without variables. */
function readTexts(locale: Locale): [key: string, text: string][] {
  const folder = join(ROOT, 'messages', locale)
  return readdirSync(folder).flatMap(name => {
    const messages = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<
      string,
      MessageSource
    >
    return Object.entries(messages).map(([key, message]): [string, string] => [
      key,
      listVariants(message)
        .join('\n')
        .replaceAll(/\{\w+\}/g, '…'),
    ])
  })
}

const contains = (text: string, word: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu').test(text)

/** The keys of the headlines that keep a metaphor. Their table says in its last column where each one is. */
const headlines = new Set(readRows('Headlines with a metaphor').flatMap(([key]) => quotedIn(key)))
const exceptions = readRows('Texts of the specification').map(
  cells => `${quotedIn(cells[0])[0]}: ${quotedIn(cells[1])[0]}`,
)

function listViolations(): string[] {
  return LOCALES.flatMap(locale => {
    const words = ['One word for each thing', 'Spelling and grammar'].flatMap(section =>
      listBannedWords(locale, section),
    )
    const metaphors = listBannedWords(locale, 'Metaphors')
    return readTexts(locale).flatMap(([key, text]) =>
      [...words, ...(headlines.has(key) ? [] : metaphors)]
        .filter(word => contains(text, word))
        .map(word => `${key}: ${word}`),
    )
  })
}

describe('docs/words.md', () => {
  test('docs/words.md has no word that a message uses nevertheless, except in texts of the specification', () => {
    expect(listViolations().filter(violation => !exceptions.includes(violation))).toEqual([])
  })

  test('docs/words.md lists exceptions only for messages that need them', () => {
    const violations = listViolations()
    expect(exceptions.filter(exception => !violations.includes(exception))).toEqual([])
    expect(exceptions.length).toBeGreaterThan(5)
  })

  test('docs/words.md names six headlines, all of which exist', () => {
    const keys = new Set(readTexts('es').map(([key]) => key))
    expect([...headlines].filter(key => !keys.has(key))).toEqual([])
    expect(headlines.size).toBe(6)
  })
})

test('quotation marks and apostrophes are those of the language', () => {
  const marks = { es: /["'“”’]/, en: /["'«»]/ }
  const wrong = LOCALES.flatMap(locale =>
    readTexts(locale).flatMap(([key, text]) =>
      marks[locale].test(text) ? [`${locale} ${key}`] : [],
    ),
  )
  expect(wrong).toEqual([])
})
