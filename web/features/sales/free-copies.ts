import * as m from '#messages'
import { formatNumber } from '#web/i18n/format.ts'

/** Says how many free copies people took, such as "12 copias gratis". */
export const countFreeCopies = (count: number): string =>
  m.products_free_copies({ count, shown: formatNumber(count) })
