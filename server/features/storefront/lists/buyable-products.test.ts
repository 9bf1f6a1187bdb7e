import { expect, test } from 'vitest'
import { unlinkMercadoPago } from '#contract/payment-accounts.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { readProductList } from '#tools/api-client/read-product-list.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp({ resetBefore: 'file' })

test('the parameter `buyable` omits products of sellers who cannot be paid, from every kind of list and its total', async () => {
  const linkedSeller = await shop.seller()
  await shop.publish(linkedSeller, { name: 'Zamba nueva', price: 500 })
  await shop.publish(await shop.creator(), { name: 'Zamba vieja', price: 600 })
  const find = (query: Record<string, string | number>) => readProductList(shop.visitor(), query)
  const filters: Record<string, string | number>[] = [
    {},
    { sort: 'best_selling' },
    { q: 'zamba' },
    { minPrice: 100 },
    { fileType: 'pdf' },
  ]

  for (const filter of filters) {
    expect(await find(filter)).toMatchObject({ total: 2 })
    expect(await find({ ...filter, buyable: 'true' })).toMatchObject({
      names: ['Zamba nueva'],
      total: 1,
    })
  }

  expectOk(await linkedSeller.call(unlinkMercadoPago, {}))
  for (const filter of filters)
    expect(await find({ ...filter, buyable: 'true' })).toMatchObject({ names: [], total: 0 })
})

test('the parameter `buyable` keeps products that cost nothing, whose seller needs no payment account', async () => {
  await shop.publish(await shop.creator(), { name: 'Cueca libre', price: 0 })
  const visitor = shop.visitor()

  const filters: Record<string, string | number>[] = [{ q: 'cueca' }, { maxPrice: 0 }, {}]
  for (const filter of filters)
    expect(await readProductList(visitor, { ...filter, buyable: 'true' })).toMatchObject({
      names: ['Cueca libre'],
      total: 1,
    })
})
