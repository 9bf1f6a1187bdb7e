import * as z from 'zod/mini'

/** The documentation of a setting, as docs/operations/settings.md shows it. */
export interface SettingDocumentation {
  meaning: string
  /** The text that the document shows instead of the schema's default value. */
  shownDefault?: string
  /** True if the setting is required when APP_ENV is `production`. */
  isRequired?: boolean
  /** The minimum number of characters of a secret in production. */
  minSecretLength?: number
}

/** The minimum length of the secrets that operators generate. Two random hexadecimal digits are one byte. */
export const OWN_SECRET_LENGTH = 32
/** The minimum length of the secrets that other services give out. */
export const GIVEN_SECRET_LENGTH = 16

/**
 * The documentation of every setting, registered for its schema. `scripts/docs.ts` writes it to
 * docs/operations/settings.md.
 */
export const SETTING_DOCUMENTATION = z.registry<SettingDocumentation>()

/** Registers the documentation of a setting, and returns the setting's schema. */
export function documentSetting<S extends z.ZodMiniType>(schema: S, docs: SettingDocumentation): S {
  SETTING_DOCUMENTATION.add(schema, docs)
  return schema
}

export const optionalText = () => z.optional(z.string())

export const textWithDefault = (defaultValue: string) => z._default(z.string(), defaultValue)

const wholeNumber = () =>
  z.pipe(
    z.string().check(z.regex(/^\d+$/, 'debe ser un número entero')),
    z.transform(digits => Number(digits)),
  )

export const wholeNumberWithDefault = (defaultValue: number) =>
  z._default(wholeNumber(), defaultValue)

export const optionalWholeNumber = () => z.optional(wholeNumber())

export const numberWithDefault = (
  defaultValue: number,
  isValid: (value: number) => boolean,
  error: string,
) =>
  z._default(z.pipe(z.string(), z.transform(Number).check(z.refine(isValid, error))), defaultValue)

export const positiveNumberWithDefault = (defaultValue: number) =>
  numberWithDefault(defaultValue, value => value > 0, 'debe ser un número mayor que 0')

export const enumWithDefault = <const V extends readonly [string, ...string[]]>(
  values: V,
  defaultValue: V[number],
) => z._default(z.enum(values, `debe ser uno de: ${values.join(', ')}`), defaultValue)

/** Creates the schema of a setting that is `1` for true or `0` for false. */
export const flagWithDefault = (defaultValue: '0' | '1') =>
  z.pipe(
    enumWithDefault(['0', '1'], defaultValue),
    z.transform(value => value === '1'),
  )

/** Creates the schema of a setting that is `1` for true or `0` for false, and undefined if it is not set. */
export const optionalFlag = () =>
  z.optional(
    z.pipe(
      z.enum(['0', '1'], 'debe ser uno de: 0, 1'),
      z.transform(value => value === '1'),
    ),
  )

const isUrl = z.refine<string>(value => URL.canParse(value), 'debe ser una URL válida')

export const optionalUrl = () => z.optional(z.string().check(isUrl))

/** Splits a text at its commas into a list of values, and rejects empty values. */
export const commaSeparatedList = z.pipe(
  z.string(),
  z
    .transform((value: string) => value.split(',').map(part => part.trim()))
    .check(z.refine(parts => !parts.includes(''), 'debe ser una lista sin valores vacíos')),
)
