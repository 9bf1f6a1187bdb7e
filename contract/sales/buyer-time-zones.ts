import type { Currency } from '../core/fields.ts'
import { TIME_ZONE } from '../core/time-zone.ts'

/**
 * The time zone in which buyers of a country are told until when they can pay, by the country's currency, and the city
 * that names the zone. MercadoPago connects buyers and sellers of one country only.
 */
export const BUYER_TIME_ZONES: Readonly<
  Record<Currency, { timeZone: string; city: { es: string; en: string } }>
> = {
  ARS: { timeZone: TIME_ZONE, city: { es: 'Buenos Aires', en: 'Buenos Aires' } },
  BRL: { timeZone: 'America/Sao_Paulo', city: { es: 'San Pablo', en: 'São Paulo' } },
  MXN: { timeZone: 'America/Mexico_City', city: { es: 'Ciudad de México', en: 'Mexico City' } },
  CLP: { timeZone: 'America/Santiago', city: { es: 'Santiago de Chile', en: 'Santiago' } },
  COP: { timeZone: 'America/Bogota', city: { es: 'Bogotá', en: 'Bogotá' } },
  PEN: { timeZone: 'America/Lima', city: { es: 'Lima', en: 'Lima' } },
  UYU: { timeZone: 'America/Montevideo', city: { es: 'Montevideo', en: 'Montevideo' } },
}
