/**
 * The names of the places where vouchers are paid, by MercadoPago's id of the payment method. A boleto is paid at any
 * bank, and has none. Source: MercadoPago's list of payment methods of each country.
 */
const PLACES: Partial<Record<string, string>> = {
  rapipago: 'Rapipago',
  pagofacil: 'Pago Fácil',
  cobroexpress: 'Cobro Express',
  oxxo: 'OXXO',
  efecty: 'Efecty',
  abitab: 'Abitab',
  redpagos: 'Redpagos',
}

/** Returns the name of the place where a voucher is paid; undefined if it is not known. */
export const findVoucherPlace = (method: string | null): string | undefined => PLACES[method ?? '']
