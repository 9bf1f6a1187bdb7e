import { describe, expect, test } from 'vitest'
import { createProduct, getOwnProduct, updateProduct } from '#contract/products/products.ts'
import { getPublicProduct } from '#contract/storefront/product-page.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage, createZipFile } from '#tools/api-client/sample-files.ts'
import { buildProductForm } from '#tools/test-app/product-uploads.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

describe('the suggested price', () => {
  test('the suggested price is stored with a new product and shown to buyers', async () => {
    const seller = await shop.creator()
    const files = { image_file: await createCoverImage(), product_file: createZipFile(900) }
    const form = {
      ...(await buildProductForm(seller)),
      isPriceDynamic: true,
      price: 500,
      suggestedPrice: '$ 1.500',
    }

    const { id } = expectOk(await seller.call(createProduct, { form, files }))

    const page = expectOk(await shop.visitor().call(getPublicProduct, { params: { id } }))
    expect(page).toMatchObject({ price: 500, suggestedPrice: 1500 })
  })

  test.each<
    [string, { price?: number; isPriceDynamic?: boolean; suggestedPrice?: string }, number]
  >([
    ['above the stored minimum is stored', { suggestedPrice: '900' }, 900],
    ['equal to the minimum is stored', { suggestedPrice: '500' }, 500],
    ['above a new minimum is stored', { price: 800, suggestedPrice: '900' }, 900],
    ['that is empty ends the suggestion', { suggestedPrice: '' }, 0],
    ['is kept when another field changes', { price: 600 }, 700],
    ['is not shown below a minimum that was raised later', { price: 701 }, 0],
    ['is not shown where the price is fixed', { isPriceDynamic: false }, 0],
  ])('the suggested price %s', async (_, form, shown) => {
    const seller = await shop.seller()
    const price = { price: 500, isPriceDynamic: true, suggestedPrice: 700 }
    const { id } = await shop.publish(seller, price)
    const params = { id }

    expectOk(await seller.call(updateProduct, { params, form, files: {} }))

    expect(expectOk(await seller.call(getPublicProduct, { params })).suggestedPrice).toBe(shown)
    expect(expectOk(await seller.call(getOwnProduct, { params })).suggestedPrice).toBe(shown)
  })

  test.each<[string, { price?: number; suggestedPrice: string }]>([
    ['below the stored minimum', { suggestedPrice: '499' }],
    ['below a new minimum', { price: 800, suggestedPrice: '799' }],
    ['with cents', { suggestedPrice: '900,50' }],
    ['above the highest price', { suggestedPrice: '1000000' }],
  ])('a suggested price %s is refused at its field, and nothing changes', async (_, form) => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller, { price: 500, isPriceDynamic: true })
    const params = { id }

    const answer = await seller.call(updateProduct, { params, form, files: {} })

    expect(answer).toMatchObject({
      status: 400,
      code: 'INVALID_DATA',
      issues: [{ path: 'suggestedPrice' }],
    })
    expect(expectOk(await seller.call(getPublicProduct, { params }))).toMatchObject({
      price: 500,
      suggestedPrice: 0,
    })
  })
})
