import { ApiError } from '#server/http/api-error.ts'
import type { IssueKey } from '#contract/core/fields.ts'
import { lazy } from '#server/lazy.ts'

/** How many of the list's plain words are refused with the usual endings too. */
const WORDS = 1000

/** What people here put in front of the digits; the list is mostly English. */
const WORDS_OF_THE_PLACE = [
  'contrasena',
  'contrasenia',
  'clave',
  'hola',
  'bienvenido',
  'bienvenida',
  'argentina',
  'brasil',
  'chile',
  'colombia',
  'mexico',
  'peru',
  'uruguay',
  'buenosaires',
  'boca',
  'river',
  'messi',
  'maradona',
  'teamo',
  'tequiero',
  'amor',
  'familia',
  'usuario',
  'prueba',
  'cambiar',
  'cambiame',
]

interface Lists {
  /** The most common passwords. */
  common: ReadonlySet<string>
  /** Words that are refused with an ending too. */
  words: ReadonlySet<string>
}

/** Read when the first password is judged: they weigh some megabytes. */
const lists = lazy(async (): Promise<Lists> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common = new Set(dictionary['passwords-common'].map(entry => entry.toLowerCase()))
  const frequent = [...common].filter(entry => /^[a-z]{4,}$/.test(entry)).slice(0, WORDS)
  return { common, words: new Set([...frequent, ...WORDS_OF_THE_PLACE]) }
})

/** Characters that stand for letters, as in `P@ssw0rd`. */
const DISGUISES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
}

/** What is hung on a word to please the rules: `1!`, `123*`, `-2026`, `@123`. */
const ENDING = /^[@$!%*?&\-_]{0,2}(\d{1,3}|1234|12345|123456|(19|20)\d\d)?[@$!%*?&\-_]{0,2}$/

/**
 * Whether a password is among the first that anybody would try: in the list of the most common ones, or one of
 * its frequent words under a thin disguise.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { common, words } = await lists()
  const typed = password.toLowerCase()
  const plain = typed.replace(/[@431!05$7]/g, character => DISGUISES[character]!)
  if (common.has(typed) || common.has(plain)) return true
  for (let length = 4; length <= typed.length; length += 1)
    if (words.has(plain.slice(0, length)) && ENDING.test(typed.slice(length))) return true
  return false
}

/**
 * Refuses a password that is well formed and worthless.
 * @param path of the field, for the form that sent it
 * @throws ApiError INVALID_DATA, or `otherwise`, with the issue
 */
export async function rejectWeakPassword(
  password: string,
  email: string,
  path: string,
  otherwise: 'INVALID_DATA' | 'ERROR_AUTH_INVALID_USER_DATA' = 'INVALID_DATA',
): Promise<void> {
  const message: IssueKey | undefined = password.toLowerCase().includes(email)
    ? 'issue_password_email'
    : (await isCommonPassword(password))
      ? 'issue_password_common'
      : undefined
  if (!message) return
  throw new ApiError(otherwise, message, {
    issues: [{ code: 'custom', path: [path], message, input: undefined }],
  })
}
