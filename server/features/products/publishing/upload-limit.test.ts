import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProduct } from '#contract/products/products.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { createCoverImage, createPdfFile } from '#tools/api-client/sample-files.ts'
import { readUsedBytes, buildProductForm } from '#tools/test-app/product-uploads.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

/** Returns a PDF file of exactly this number of bytes. */
async function pdfOfSize(bytes: number): Promise<File> {
  const head = new Uint8Array(await createPdfFile(1000).arrayBuffer())
  return new File([head, new Uint8Array(bytes - head.length)], 'libro.pdf')
}

test.each([
  ['50 MB', LIMITS.formFileMaxBytes, 201, LIMITS.formFileMaxBytes],
  ['50 MB and one byte', LIMITS.formFileMaxBytes + 1, 413, 0],
])(
  'the API with default settings answers an upload of %s (%d bytes) with %d and stores %d bytes',
  async (_, bytes, status, storedBytes) => {
    const seller = await shop.creator()
    const reply = await seller.call(createProduct, {
      form: await buildProductForm(seller),
      files: { image_file: await createCoverImage(), product_file: await pdfOfSize(bytes) },
    })

    expect(reply.status).toBe(status)
    if (!reply.ok) expect(reply.code).toBe('ERROR_UPLOADING_FILES')
    expect(await readUsedBytes(seller)).toBe(storedBytes)
    const keys = await readdir(join(shop.folder, 'storage', 'files'), { recursive: true })
    expect(keys.filter(name => name.includes('/'))).toHaveLength(storedBytes > 0 ? 1 : 0)
  },
)
