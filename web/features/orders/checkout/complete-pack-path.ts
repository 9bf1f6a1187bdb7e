import { paths } from '#web/paths.ts'

/**
 * Builds the path of the page that sells the missing parts of a pack.
 * @param orderToken proves in any browser what was bought; it stands in the fragment, which no server and no log sees
 */
export const buildCompletePackPath = (packId: number, orderToken?: string): string =>
  `${paths.checkout({ complete: packId })}${orderToken === undefined ? '' : `#${orderToken}`}`
