import { ApiError } from '#server/http/api-error.ts'
import { isCommonWord, normalizePassword } from '#contract/accounts/common-password.ts'
import type { IssueKey } from '#contract/core/fields.ts'
import { createLazyLoader } from '#server/lazy.ts'

/** The number of most common words that are also rejected when followed by a usual ending such as `123`. */
const COMMON_WORD_COUNT = 1000

/** Words that are common in Latin America; the imported list is mostly English. */
const REGIONAL_WORDS = [
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

interface PasswordLists {
  /** Common passwords, which are rejected exactly as listed. */
  common: ReadonlySet<string>
  /** Common words, which are also rejected when followed by a usual ending such as `123`. */
  words: ReadonlySet<string>
}

/** The word lists are loaded when the first password is checked, since they take several megabytes of memory. */
const loadLists = createLazyLoader(async (): Promise<PasswordLists> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common = new Set(dictionary['passwords-common'].map(entry => entry.toLowerCase()))
  const frequent = [...common]
    .filter(entry => /^[a-z]{4,}$/.test(entry))
    .slice(0, COMMON_WORD_COUNT)
  return { common, words: new Set([...frequent, ...REGIONAL_WORDS]) }
})

/**
 * Tells whether a password is on the list of common passwords, or is a common word followed by a usual ending. Letters
 * that are replaced by similar characters, as in `P@ssw0rd`, count as the letters.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { common, words } = await loadLists()
  return (
    common.has(password.toLowerCase()) ||
    common.has(normalizePassword(password)) ||
    isCommonWord(password, words)
  )
}

/** Returns the common words, with which a form tells while the user types that a password is too common. */
export async function listCommonWords(): Promise<{ words: string[] }> {
  const { words } = await loadLists()
  return { words: [...words] }
}

/**
 * Rejects a password that is common or contains the user's email.
 * @param path the name of the request field that the error points to
 * @param code the error code to throw
 * @throws ApiError with `code`, if the password is rejected
 */
export async function rejectWeakPassword(
  password: string,
  email: string,
  path: string,
  code: 'INVALID_DATA' | 'ERROR_AUTH_INVALID_USER_DATA' = 'INVALID_DATA',
): Promise<void> {
  const message: IssueKey | undefined = password.toLowerCase().includes(email)
    ? 'issue_password_email'
    : (await isCommonPassword(password))
      ? 'issue_password_common'
      : undefined
  if (!message) return
  throw new ApiError(code, message, {
    issues: [{ code: 'custom', path: [path], message, input: undefined }],
  })
}
