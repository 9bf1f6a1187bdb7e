import { setTimeout as pause } from 'node:timers/promises'
import { addProductFile, replaceProductFile } from '#contract/files/product-files.ts'
import { publishProduct } from '#contract/products/working-copy.ts'
import type { ApiClient } from './api-client.ts'
import { expectOk } from './creator.ts'
import { readUploads, uploadResumably } from './resumable-uploads.ts'

const POLL_MS = 15

/**
 * Sends a file, and waits until a product can take it.
 * @returns the id of its upload
 * @throws Error with the error code if the server refuses it
 */
export async function sendFile(client: ApiClient, file: File): Promise<string> {
  const { status, code, path } = await uploadResumably(client, file)
  if (status !== 204) throw new Error(`refused: ${status} ${code}`)
  const id = path.split('/').at(-1)!
  for (;;) {
    const upload = (await readUploads(client)).find(listed => listed.id === id)
    if (upload?.state === 'ready') return id
    if (!upload || upload.refusal) throw new Error(`refused: ${upload?.refusal}`)
    await pause(POLL_MS)
  }
}

/** Sends a file and adds it to a product, without publishing it. @returns the files of the product */
export const addFile = async (
  client: ApiClient,
  id: number,
  file: File,
  slot: { title?: string; forEarlierBuyers?: boolean } = {},
) => {
  const body = { uploadId: await sendFile(client, file), ...slot }
  return expectOk(await client.call(addProductFile, { params: { id }, body })).files
}

/** Sends the next version of a file of a product, without publishing it. @returns the files of the product */
export const replaceFile = async (
  client: ApiClient,
  params: { id: number; slot: number },
  file: File,
) => {
  const body = { uploadId: await sendFile(client, file) }
  return expectOk(await client.call(replaceProductFile, { params, body })).files
}

/** Publishes what a seller has changed of a product. @returns the product */
export const publishChanges = async (client: ApiClient, id: number) =>
  expectOk(await client.call(publishProduct, { params: { id } }))
