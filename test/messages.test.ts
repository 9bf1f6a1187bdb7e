import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ERRORS } from '#contract/core/errors.ts'
import { ENDPOINTS } from '#contract/index.ts'
import { INVARIANTS } from '#contract/invariants.ts'
import { listErrorCodes, buildOpenApiDocument } from '#server/http/routes/openapi.ts'
import { readConfig } from '#server/config.ts'

const MESSAGES = resolve(import.meta.dirname, '../messages')

function catalogue(locale: 'es' | 'en'): Map<string, string> {
  const texts = new Map<string, string>()
  for (const name of readdirSync(join(MESSAGES, locale))) {
    const entries = Object.entries(
      JSON.parse(readFileSync(join(MESSAGES, locale, name), 'utf8')) as Record<string, string>,
    )
    for (const [key, text] of entries) {
      expect(texts.has(key), `${key} stands twice in ${locale}`).toBe(false)
      texts.set(key, text)
    }
  }
  return texts
}

const es = catalogue('es')
const en = catalogue('en')
const variables = (text: unknown) => [...new Set(JSON.stringify(text).match(/\{\w+\}/g))].sort()

test('both languages have the same message keys', () => {
  expect([...es.keys()].sort()).toEqual([...en.keys()].sort())
  expect(es.size).toBeGreaterThan(100)
})

test('every message has the same variables in both languages', () => {
  const differing = [...es].filter(
    ([key, text]) => variables(text).join() !== variables(en.get(key)).join(),
  )
  expect(differing.map(([key]) => key)).toEqual([])
})

test('no message is empty', () => {
  expect([...es, ...en].filter(([, text]) => text === '').map(([key]) => key)).toEqual([])
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

test('every message file is listed in the settings of the message compiler', () => {
  const settings = readFileSync(join(MESSAGES, '../project.inlang/settings.json'), 'utf8')
  for (const name of readdirSync(join(MESSAGES, 'es'))) {
    expect(settings).toContain(`{locale}/${name}`)
    expect(existsSync(join(MESSAGES, 'en', name))).toBe(true)
  }
})
