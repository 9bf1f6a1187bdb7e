import { getLocale } from '#messages/runtime'

/** Formats an average of stars with one decimal: `4,7`, in English `4.7`. */
export function formatAverage(average: number): string {
  return average.toFixed(1).replace('.', getLocale() === 'en' ? '.' : ',')
}
