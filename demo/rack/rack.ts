import type { Username } from '../people.ts'
import { crafts } from './crafts.ts'
import { design } from './design.ts'
import { kitchen } from './kitchen.ts'
import { music } from './music.ts'
import { numbers } from './numbers.ts'
import type { DemoProduct } from './product.ts'
import { school } from './school.ts'

const BY_SELLER: [Username, DemoProduct[]][] = [
  ['cocinasur', kitchen],
  ['loopsandinos', music],
  ['papelytinta', design],
  ['numerosclaros', numbers],
  ['ovillo', crafts],
  ['aulaabierta', school],
]

/** A demo product and whose it is. */
export type Hung = DemoProduct & { seller: Username }

/** The demo catalogue as the shop shows it, newest first: one of each seller, then the next of each. */
export const RACK: Hung[] = rounds(BY_SELLER)

function rounds(sellers: [Username, DemoProduct[]][]): Hung[] {
  const longest = Math.max(...sellers.map(([, products]) => products.length))
  return Array.from({ length: longest }, (_, round) =>
    sellers.flatMap(([seller, products]) =>
      products.slice(round, round + 1).map(product => ({ ...product, seller })),
    ),
  ).flat()
}
