import { createDraft, publishProduct, setCover } from '#contract/products/working-copy.ts'
import { setPackParts } from '#contract/prices/packs.ts'
import type { OwnProductDetail } from '#contract/products/products.ts'
import type { ApiClient } from './api-client.ts'
import { SAMPLE_DESCRIPTION, expectOk } from './creator.ts'
import { createCoverImage } from './sample-files.ts'

export interface PackInput {
  name?: string
  /** Whole units. */
  price?: number
  isPriceDynamic?: boolean
}

/** Publishes a pack of products of the person who is signed in at a client. */
export async function publishPack(
  client: ApiClient,
  partIds: readonly number[],
  { name = 'Pack', price = 1500, isPriceDynamic = false }: PackInput = {},
): Promise<OwnProductDetail> {
  const draft = expectOk(
    await client.call(createDraft, {
      body: {
        isPack: true,
        fields: {
          name,
          description: SAMPLE_DESCRIPTION,
          price: String(price),
          isPriceDynamic,
          categoryId: '1',
          subcategoryId: '1',
        },
      },
    }),
  )
  const params = { id: String(draft.id) }
  const files = { image_file: await createCoverImage() }
  expectOk(await client.call(setCover, { params, form: {}, files }))
  expectOk(await client.call(setPackParts, { params, body: { parts: [...partIds] } }))
  return expectOk(await client.call(publishProduct, { params }))
}
