import { addPreview } from '#contract/products/previews.ts'
import {
  type WorkingCopy,
  createDraft,
  getWorkingCopy,
  listDrafts,
  publishProduct,
  setCover,
} from '#contract/products/working-copy.ts'
import type { ApiClient } from './api-client.ts'
import { expectOk } from './creator.ts'
import { addFile } from './product-files.ts'
import { createCoverImage, createZipFile } from './sample-files.ts'

/** What is typed into a draft that lacks nothing but its file and cover. */
export const DRAFT_FIELDS = {
  name: 'Milonga del alba',
  description: 'Partitura para guitarra.',
  points: 'Partitura\nAudio',
  about: '## Incluye\n\n- Audio',
  price: '1.500',
  isPriceDynamic: true,
  suggestedPrice: '2000',
  guaranteeDays: '',
  categoryId: '1',
  subcategoryId: '1',
}

/**
 * Returns the steps of a seller who writes a draft. All throw if they are refused, but for `publish`, which returns the
 * answer.
 * @param getSeller returns the signed-in seller of the running test
 */
export function createDraftSteps(getSeller: () => ApiClient) {
  const create = async (fields: object = DRAFT_FIELDS) =>
    expectOk(await getSeller().call(createDraft, { body: { fields } }))
  const params = ({ id }: { id: number }) => ({ id: String(id) })
  const addFileTo = (draft: { id: number }, file = createZipFile(2000, 'milonga.zip')) =>
    addFile(getSeller(), draft.id, file)
  const addCover = async (draft: { id: number }) =>
    expectOk(
      await getSeller().call(setCover, {
        params: params(draft),
        form: {},
        files: { image_file: await createCoverImage() },
      }),
    )

  /** Adds a preview and returns all previews of the draft. */
  const addPicture = async (draft: { id: number }) =>
    expectOk(
      await getSeller().call(addPreview, {
        params: params(draft),
        form: {},
        files: { preview_file: await createCoverImage() },
      }),
    ).previews

  const listed = async () => expectOk(await getSeller().call(listDrafts, {})).drafts

  /** Creates a draft that lacks nothing. */
  async function createComplete() {
    const draft = await create()
    await addFileTo(draft)
    return addCover(draft)
  }

  const publish = (draft: { id: number }) =>
    getSeller().call(publishProduct, { params: params(draft) })
  return { create, addFileTo, addCover, addPicture, listed, createComplete, publish }
}

/** Reads all of each draft of a seller, the one that was saved last first. */
export async function readDrafts(seller: ApiClient): Promise<WorkingCopy[]> {
  const { drafts } = expectOk(await seller.call(listDrafts, {}))
  const copies: WorkingCopy[] = []
  for (const { id } of drafts)
    copies.push(expectOk(await seller.call(getWorkingCopy, { params: { id: String(id) } })))
  return copies
}
