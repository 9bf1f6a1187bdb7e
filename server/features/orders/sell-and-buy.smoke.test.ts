import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { listSales, getSalesSummary } from '#contract/sales/lines.ts'
import { createPdfFile } from '#tools/api-client/sample-files.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

test('a buyer pays and downloads exactly the bytes that the seller uploaded, and the sale is listed', async () => {
  const seller = await shop.seller()
  const file = createPdfFile(2_000_000)
  const product = await shop.upload(seller, { price: 8900, file })

  const { preferenceId } = await shop.order(shop.visitor(), [{ id: product.id }], 'ana@mail.test')
  await shop.provider.pay({ preferenceId, outcome: 'approved' })
  const mail = await shop.waitForMail('ana@mail.test')
  const order = await shop.readOrder(/\/order\/([\w-]+)/.exec(mail.text)![1]!)
  const download = await fetch(order.items[0]!.downloadUrl!)

  const sha256 = (bytes: ArrayBuffer) =>
    createHash('sha256').update(Buffer.from(bytes)).digest('hex')
  expect(sha256(await download.arrayBuffer())).toBe(sha256(await file.arrayBuffer()))
  expect(download.headers.get('content-disposition')).toBe('attachment; filename=recetas.pdf')
  const sales = await seller.call(listSales, { query: {} })
  expect(sales).toMatchObject({
    body: {
      sales: [
        {
          state: 'approved',
          priceMinor: 890_000,
          feeMinor: 178_000,
          sellerShareMinor: 712_000,
          payerEmail: 'a•••@mail.test',
        },
      ],
    },
  })
  const summary = await seller.call(getSalesSummary, { query: {} })
  expect(summary).toMatchObject({ body: { count: 1, sellerShareMinor: 712_000 } })
})
