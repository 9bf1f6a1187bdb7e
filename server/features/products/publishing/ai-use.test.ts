import { expect, test } from 'vitest'
import { updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { listPublicProducts } from '#contract/storefront/search.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const readUse = async (id: number) =>
  expectOk(await shop.visitor().call(getPublicProduct, { params: { id } })).aiUse
const listWith = async (aiUse: 'none' | 'helped' | 'made') => {
  const query = { aiUse }
  const page = expectOk(
    await shop.visitor().call(listPublicProducts, { params: { page: 1 }, query }),
  )
  return { names: page.products.map(({ name }) => name), total: page.total }
}

test('the answer about artificial intelligence is on the page of the product, and lists are filtered by it', async () => {
  const seller = await shop.seller()
  const written = await shop.publish(seller, { name: 'Escrito', aiUse: 'none' })
  const drawn = await shop.publish(seller, { name: 'Dibujado', aiUse: 'made' })
  const silent = await shop.publish(seller, { name: 'Callado' })

  expect(await Promise.all([written, drawn, silent].map(({ id }) => readUse(id)))).toEqual([
    'none',
    'made',
    null,
  ])
  expect(await listWith('none')).toEqual({ names: ['Escrito'], total: 1 })
  expect(await listWith('made')).toEqual({ names: ['Dibujado'], total: 1 })
  expect(await listWith('helped')).toEqual({ names: [], total: 0 })
})

test('the answer about artificial intelligence can be changed and taken back', async () => {
  const seller = await shop.seller()
  const { id } = await shop.publish(seller, { aiUse: 'helped' })
  const change = (aiUse: string) =>
    seller.call(updateProduct, { params: { id }, form: { aiUse: aiUse as 'made' }, files: {} })

  expectOk(await change('made'))
  expect(await readUse(id)).toBe('made')
  expectOk(await change(''))
  expect(await readUse(id)).toBeNull()
  expect(await change('maybe')).toMatchObject({ ok: false, code: 'INVALID_DATA' })
})
