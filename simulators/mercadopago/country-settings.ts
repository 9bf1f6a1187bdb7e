/** MercadoPago's codes of the countries in which it operates. */
export type SiteId = 'MLA' | 'MLB' | 'MLM' | 'MLC' | 'MCO' | 'MPE' | 'MLU'

/** The currency, cash method and time zone of a country. Source: MercadoPago's documentation. */
export interface CountrySettings {
  id: SiteId
  currency: string
  /** The number of decimals of the currency: none in Chile and Colombia. */
  decimals: 0 | 2
  cashMethod: string
  cashType: 'ticket' | 'atm'
  /** The UTC offset at the end of MercadoPago's dates, such as `-03:00`. */
  utcOffset: `${'+' | '-'}${number}:00`
  identification: { type: string; number: string }
}

function site(
  id: SiteId,
  currency: string,
  [cashMethod, cashType]: [string, CountrySettings['cashType']],
  utcOffset: CountrySettings['utcOffset'],
  [type, number]: [string, string],
): CountrySettings {
  const decimals = ['CLP', 'COP'].includes(currency) ? 0 : 2
  return {
    id,
    currency,
    decimals,
    cashMethod,
    cashType,
    utcOffset,
    identification: { type, number },
  }
}

/** The settings of each country, by MercadoPago's code of the country. */
export const COUNTRY_SETTINGS: Record<SiteId, CountrySettings> = {
  MLA: site('MLA', 'ARS', ['rapipago', 'ticket'], '-03:00', ['DNI', '12345678']),
  MLB: site('MLB', 'BRL', ['bolbradesco', 'ticket'], '-03:00', ['CPF', '12345678909']),
  MLM: site('MLM', 'MXN', ['oxxo', 'ticket'], '-06:00', ['RFC', 'XAXX010101000']),
  MLC: site('MLC', 'CLP', ['khipu', 'ticket'], '-03:00', ['RUT', '111111111']),
  MCO: site('MCO', 'COP', ['efecty', 'ticket'], '-05:00', ['CC', '12345678']),
  MPE: site('MPE', 'PEN', ['pagoefectivo_atm', 'atm'], '-05:00', ['DNI', '12345678']),
  MLU: site('MLU', 'UYU', ['redpagos', 'ticket'], '-03:00', ['CI', '12345672']),
}

/** Rounds an amount half up to the number of decimals that the country's currency has. */
export function roundToCurrency({ decimals }: CountrySettings, amount: number): number {
  const scale = 10 ** decimals
  return Math.round((amount + Number.EPSILON) * scale) / scale
}

/** Tells whether an amount has no more decimals than the country's currency allows. */
export function hasAllowedDecimals(site: CountrySettings, amount: number): boolean {
  return Math.abs(roundToCurrency(site, amount) - amount) < 1e-9
}

/**
 * Formats a date as MercadoPago does: in ISO 8601 with milliseconds and the country's UTC offset, such as
 * `2026-11-21T10:00:00.000-03:00`.
 * @param at milliseconds since 1970
 */
export function formatProviderDate({ utcOffset }: CountrySettings, at: number): string {
  const hours = Number(utcOffset.slice(0, 3))
  return new Date(at + hours * 3_600_000).toISOString().replace('Z', utcOffset)
}
