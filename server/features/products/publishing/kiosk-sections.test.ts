import { expect, test } from 'vitest'
import { type OwnProduct, updateProduct } from '#contract/products/products.ts'
import { listProductsOfSeller } from '#contract/storefront/search.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

test('the kiosk shows first products, then sections by name, then all others, the newest first in each', async () => {
  const seller = await shop.seller()
  const rows = [
    { name: 'Suelto 1' },
    { name: 'Valses', section: 'Valses' },
    { name: 'Chacareras 1', section: 'chacareras' },
    { name: 'Primero', section: 'Valses', isFirst: true },
    { name: 'Chacareras 2', section: 'Chacareras' },
    { name: 'Suelto 2' },
  ]
  const products: OwnProduct[] = []
  for (const row of rows) products.push(await shop.publish(seller, row))
  const { username } = products[0]!
  const list = async () =>
    expectOk(
      await shop.visitor().call(listProductsOfSeller, { params: { username }, query: {} }),
    ).products.map(({ name }) => name)

  expect(await list()).toEqual([
    'Primero',
    'Chacareras 2',
    'Chacareras 1',
    'Valses',
    'Suelto 2',
    'Suelto 1',
  ])

  const change = (index: number, form: { section?: string; isFirst?: boolean }) =>
    seller.call(updateProduct, { params: { id: products[index]!.id }, form, files: {} })
  expectOk(await change(3, { isFirst: false, section: '' }))
  expectOk(await change(0, { section: '  Álbumes  ' }))
  expect(await list()).toEqual([
    'Suelto 1',
    'Chacareras 2',
    'Chacareras 1',
    'Valses',
    'Suelto 2',
    'Primero',
  ])
  expect(await change(0, { section: 'x'.repeat(41) })).toMatchObject({ code: 'INVALID_DATA' })
})
