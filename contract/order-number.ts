import * as z from 'zod/mini'

/** The characters of order numbers: digits and capital letters without those that look alike (0 O, 1 I L, U V). */
export const ORDER_NUMBER_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const COMPLETE_NUMBER = new RegExp(`^[${ORDER_NUMBER_ALPHABET}]{8}$`)

/** The number by which people name an order, such as `K7M3-2QRD`. */
export const OrderNumber = z.string()

/**
 * Reads an order number that a person typed: in any case, with or without dash and spaces.
 * @returns the number as it is stored, such as `K7M3-2QRD`; undefined if the text is not an order number
 */
export function parseOrderNumber(text: string): string | undefined {
  const characters = text.toUpperCase().replaceAll(/[\s\-–#]/g, '')
  if (!COMPLETE_NUMBER.test(characters)) return undefined
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}
