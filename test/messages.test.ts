import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ERRORS } from '#contract/core/errors.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { INVARIANTS } from '#contract/invariants.ts'
import { listErrorCodes, buildOpenApiDocument } from '#server/http/routes/openapi.ts'
import { readConfig } from '#server/config.ts'
import {
  type MessageFile,
  pairMessages,
  printFunction,
  printType,
} from '../scripts/compile-messages.ts'

const MESSAGES = resolve(import.meta.dirname, '../messages')

function catalogue(locale: 'es' | 'en'): Map<string, unknown> {
  const files = readdirSync(join(MESSAGES, locale)).map(
    name => JSON.parse(readFileSync(join(MESSAGES, locale, name), 'utf8')) as MessageFile,
  )
  return new Map(files.flatMap(file => Object.entries(file)))
}

const es = catalogue('es')
const en = catalogue('en')

const compile = (es: MessageFile, en: MessageFile) =>
  pairMessages({ es: { 'a.json': es }, en: { 'a.json': en } })

test.each<[fault: string, es: MessageFile, en: MessageFile, refusal: string]>([
  ['a text without its English one', { a: 'uno' }, {}, 'a has no English text'],
  ['a text without its Spanish one', {}, { a: 'one' }, 'a has no Spanish text'],
  ['an empty text', { a: ' ' }, { a: 'one' }, 'es/a.json: a is empty'],
  ['a value in one language only', { a: '{n} de {m}' }, { a: '{n}' }, 'a has other values'],
  ['a value without its name', { a: '{n}' }, { a: '{}' }, 'en/a.json: a has a stray brace'],
  ['a key that is no name', { 'a-b': 'uno' }, { 'a-b': 'one' }, 'a-b is no name of a function'],
  [
    'a number in one language only',
    { a: { plural: 'n', one: 'uno', other: 'varios' } },
    { a: 'some' },
    'a has other values',
  ],
])('the compiler of the texts refuses %s', (_, es, en, refusal) => {
  expect(() => compile(es, en)).toThrow(refusal)
})

test('the compiler of the texts refuses a key that stands in two files', () => {
  const files = { 'a.json': { a: 'x' }, 'b.json': { a: 'x' } }

  expect(() => pairMessages({ es: files, en: files })).toThrow('es/b.json: a stands twice')
})

test('a compiled text keeps backticks, backslashes and dollar signs', () => {
  const text = 'C:\\ `a` ${n} $'
  const [message] = compile({ a: text }, { a: text })

  expect(printFunction(message!)).toBe(
    'export const a = (i, o) => isEnglish(o) ? `C:\\\\ \\`a\\` \\$${i.n} \\$` : `C:\\\\ \\`a\\` \\$${i.n} \\$`\n',
  )
  expect(printType(message!)).toBe('export declare const a: TextWith<{ n: string | number }>\n')
})

test('every message is used in the code or in a guide', () => {
  const root = join(MESSAGES, '..')
  const sources = ['web', 'server', 'messages'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /(?<!\.test)\.(?:tsx?|md)$/.test(name))
      .map(name => readFileSync(join(root, folder, name), 'utf8')),
  )
  const names = new Set(sources.flatMap(source => source.match(/(?<=\bm\.)\w+/g) ?? []))
  // The messages about an invariant are found by its name.
  const ofInvariants = INVARIANTS.flatMap(name => [`invariant_${name}`, `invariant_${name}_action`])
  for (const name of ofInvariants) names.add(name)
  // Keys in capital letters are error codes, which another test checks.
  const silent = [...es.keys()].filter(key => !/^[A-Z]/.test(key) && !names.has(key))
  expect(silent).toEqual([])
})

test('every error code has a message in both languages, and every such message has an error code', () => {
  const codes = Object.keys(ERRORS).sort()
  for (const texts of [es, en])
    expect([...texts.keys()].filter(key => /^[A-Z]/.test(key)).sort()).toEqual(codes)
})

test('ERRORS contains every error code of the specification', () => {
  // The error codes that the specification's chapter on errors lists.
  const ofSpecification =
    `ERROR_MISSING_OR_EXPIRED_TOKEN ERROR_NO_USER_FOUND_FOR_TOKEN ERROR_USER_ALREADY_VERIFIED
    ERROR_USER_EMAIL_SAME_AS_CURRENT ERROR_UNEXPECTED_VERIFY_TOKEN ERROR_VERIFY_USER_TOKEN_DEFAULT
    ERROR_MISSING_EMAIL_OR_PASSWORD ERROR_AUTH_USER_ALREADY_EXISTS ERROR_AUTH_INVALID_USER_DATA ERROR_AUTH_PASSWORD_REUSE
    ERROR_PASSWORD_INVALID_CURRENT_PASSWORD ERROR_REGISTER_DEFAULT ERROR_EMAIL_NOT_ASSOCIATED_WITH_ACCOUNT
    ERROR_VERIFICATION_TOKEN_GENERATION ERROR_VERIFICATION_TOKEN_DEFAULT ERROR_NO_ROLES_FOUND_FOR_USER ERROR_AUTH_DEFAULT
    ERROR_AUTH_USER_NOT_VERIFIED ERROR_AUTH_USER_NOT_AUTHORIZED ERROR_USER_NOT_AUTHORIZED ERROR_UNEXPECTED_LOGOUT
    ERROR_UNEXPECTED_SERVER ERROR_MISSING_TOKEN_OR_PASSWORD ERROR_INVALID_OR_EXPIRED_TOKEN ERROR_UNEXPECTED_RECOVER_PASSWORD
    ERROR_PASSWORD_RECOVER_AUTHENTICATED ERROR_PROFILE_USERNAME_EXISTS ERROR_DIRECTORY_SIZE_EXCEEDED
    DIFFERENT_SELLERS_PRODUCT INVALID_REFRESH_TOKEN ERROR_GETTING_CLOUDFRONT_SIGNED_URL USER_NOT_FOUND
    ERROR_CATEGORY_NOT_FOUND ERROR_GETTING_CATEGORIES ERROR_SUBCATEGORY_NOT_FOUND ERROR_GETTING_SUBCATEGORIES
    PAYMENT_STATUS_ALREADY_SET PRODUCT_ALREADY_SENT PAYMENT_STATUS_ALREADY_CHANGED PAYMENT_NOT_FOUND
    NO_PRODUCT_FOUND_FOR_PAYMENT NO_PRODUCTS_PROVIDED NO_PAYER_EMAIL_PROVIDED ERROR_PRODUCT_NOT_FOUND ERROR_GETTING_PRODUCTS
    ERROR_GETTING_PRODUCT ERROR_GETTING_PRODUCTS_BY_CATEGORY ERROR_GETTING_PRODUCTS_BY_CATEGORY_AND_SUBCATEGORY
    ERROR_DELETING_PRODUCT ERROR_DELETING_PRODUCT_FILE ERROR_MISSING_PRODUCT_DATA ERROR_UPDATING_PRODUCT
    ERROR_UPDATING_PRODUCT_IMAGE ERROR_UPLOADING_PRODUCT_FILE ERROR_UPLOADING_PRODUCT_IMAGE ERROR_UPLOADING_FILES
    ERROR_CREATING_PRODUCT ERROR_UNEXPECTED_PARAMETER ERROR_UPDATING_USER ERROR_INVALID_USERNAME INVALID_DATA
    ERROR_INVALID_EMAIL UNKNOWN_ERROR`.split(/\s+/)
  expect(ofSpecification.filter(code => !Object.hasOwn(ERRORS, code))).toEqual([])
})

test('the OpenAPI document lists every error code of each endpoint', () => {
  const document = buildOpenApiDocument(readConfig({ APP_ENV: 'test' }))
  for (const { endpoint } of ENDPOINTS) {
    const operation =
      document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    const text = JSON.stringify(operation)
    expect(
      listErrorCodes(endpoint).filter(code => !text.includes(code)),
      endpoint.path,
    ).toEqual([])
  }
  expect(ENDPOINTS.length).toBeGreaterThan(30)
})
