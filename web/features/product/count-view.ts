import { recordView } from '#contract/catalog.ts'
import { call } from '../../api/client.ts'

/** Sends the look; a module of its own so that the page does not wait for the contract. */
export async function countView(id: number): Promise<void> {
  await call(recordView, { params: { id } })
}
