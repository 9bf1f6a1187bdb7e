import type { SellerAccount } from './model.ts'
import type { SimulatorStore } from './store.ts'

const NAMES = [
  'Ana Suárez',
  'Bruno Medina',
  'Carla Núñez',
  'Diego Paredes',
  'Elena Rojas',
  'Fabián Ortiz',
  'Gabriela Luna',
  'Hugo Cabrera',
  'Inés Molina',
  'Joaquín Vera',
  'Karina Sosa',
  'Leandro Ibarra',
]

/**
 * The user id of the first seller account. Half of the ids are above 2^31, as the ids of recent MercadoPago accounts
 * are.
 */
const FIRST_ID = 2_147_483_642

/** Creates the twelve seller accounts that the simulator starts with. */
export function createDefaultSellers(store: SimulatorStore): void {
  NAMES.forEach((name, index) => {
    const userId = FIRST_ID + index
    if (!store.get('sellers', userId)) addSeller(store, userId, name)
  })
}

/** Creates one more seller account. */
export function createSeller(store: SimulatorStore): SellerAccount {
  const count = store.all('sellers').length
  return addSeller(store, FIRST_ID + count, `Cuenta ${count + 1}`)
}

function addSeller(store: SimulatorStore, userId: number, name: string): SellerAccount {
  const nickname = name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
  const seller = { userId, name, nickname, email: `${nickname.toLowerCase()}@vendedores.example` }
  store.put('sellers', userId, seller)
  return seller
}
