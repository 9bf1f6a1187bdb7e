import type { TaxIdKind } from '#contract/tax-ids.ts'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'

type Text = (inputs: Record<string, never>, options: { locale: Locale }) => string

const TEXTS: Record<TaxIdKind, Text> = {
  cuit: m.tax_id_cuit,
  cpf: m.tax_id_cpf,
  cnpj: m.tax_id_cnpj,
  rfc: m.tax_id_rfc,
  rut: m.tax_id_rut,
  nit: m.tax_id_nit,
  ruc: m.tax_id_ruc,
  ci: m.tax_id_ci,
}

/** Returns the name of a kind of tax id with its country, such as `CUIT o CUIL (Argentina)`. */
export function taxIdText(kind: TaxIdKind, locale: Locale): string {
  return TEXTS[kind]({}, { locale })
}
