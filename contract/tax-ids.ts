import * as z from 'zod/mini'
import { issueKey, requiredName, requiredText } from './core/fields.ts'
import { LIMITS } from './core/limits.ts'
import { cleanCode } from './core/typed-text.ts'

/**
 * The kinds of tax ids that a receipt can show: Argentina's CUIT and CUIL, Brazil's CPF and CNPJ, Mexico's RFC, Chile's
 * RUT, Colombia's NIT, Peru's RUC and Uruguay's CI.
 */
export const TAX_ID_KINDS = ['cuit', 'cpf', 'cnpj', 'rfc', 'rut', 'nit', 'ruc', 'ci'] as const
export type TaxIdKind = (typeof TAX_ID_KINDS)[number]

/** The name and tax id of a buyer or a seller. The server checks the digits of the tax id too. */
export const TaxDataForm = z.object({
  name: requiredName(2, LIMITS.taxName.max, 'issue_tax_name'),
  taxIdKind: z.enum(TAX_ID_KINDS, issueKey('issue_required')),
  taxId: requiredText(5, LIMITS.taxId.max, 'issue_tax_id', 'issue_tax_id').check(
    z.overwrite(cleanCode),
  ),
})
export type TaxDataForm = z.infer<typeof TaxDataForm>

export const TaxData = z.object({
  name: z.string(),
  taxIdKind: z.enum(TAX_ID_KINDS),
  /** The number as it is usually written, such as `30-70308853-4`. */
  taxId: z.string(),
})
export type TaxData = z.infer<typeof TaxData>
