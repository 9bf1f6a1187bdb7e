import type { StoredTaxData } from '#server/features/orders/delivery/issue-receipt.ts'
import type { TaxData, TaxDataForm, TaxIdKind } from '#contract/tax-ids.ts'
import { ApiError } from '#server/http/api-error.ts'

/** The country and the name by which the library `stdnum` knows each kind of tax id. */
const RULES = {
  cuit: ['AR', 'cuit'],
  cpf: ['BR', 'cpf'],
  cnpj: ['BR', 'cnpj'],
  rfc: ['MX', 'rfc'],
  rut: ['CL', 'rut'],
  nit: ['CO', 'nit'],
  ruc: ['PE', 'ruc'],
  ci: ['UY', 'cedula'],
} as const satisfies Record<TaxIdKind, readonly [string, string]>

/**
 * Reads a typed tax id and checks its form and check digit.
 * @returns the tax id with only letters and digits; undefined if it is wrong
 */
export async function parseTaxId(kind: TaxIdKind, typed: string): Promise<string | undefined> {
  // Some of the library's rules refuse the dots or dashes that people type.
  const letters = typed.toUpperCase().replaceAll(/[\s./-]/g, '')
  const rule = await findRule(kind)
  const checked = rule.validate(letters)
  return checked.isValid ? checked.compact : undefined
}

/** Writes a stored tax id as people write it, such as `30-70308853-4`. */
export async function formatTaxId(kind: TaxIdKind, taxId: string): Promise<string> {
  return (await findRule(kind)).format(taxId)
}

/** The library holds the rules of 92 countries, so it is loaded when the first tax id comes. */
async function findRule(kind: TaxIdKind) {
  const { stdnum } = await import('stdnum')
  const [country, name] = RULES[kind]
  return stdnum[country]![name]!
}

/**
 * Checks the tax id of a form.
 * @throws ApiError INVALID_DATA with an issue of the field `taxId` if the tax id is wrong
 */
export async function parseTaxData(form: TaxDataForm): Promise<StoredTaxData> {
  const taxId = await parseTaxId(form.taxIdKind, form.taxId)
  if (taxId === undefined)
    throw ApiError.fromIssues([
      { code: 'custom', path: ['taxId'], message: 'issue_tax_id', input: form.taxId },
    ])
  return { ...form, taxId }
}

export async function serializeTaxData(stored: StoredTaxData): Promise<TaxData> {
  return { ...stored, taxId: await formatTaxId(stored.taxIdKind, stored.taxId) }
}
