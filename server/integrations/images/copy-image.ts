import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/integrations/storage/storage.ts'

/**
 * Copies the files of a stored image. If one cannot be stored, none is left.
 * @returns the key of the copy; undefined if there is no image with this key
 */
export async function copyImage(storage: Storage, imageKey: string): Promise<string | undefined> {
  const names = await storage.findImages(imageKey)
  if (names.length === 0) return undefined
  const key = randomUUID()
  try {
    for (const name of names) {
      const image = await storage.readImage(`${imageKey}/${name}`)
      if (!image) throw new Error(`no image ${imageKey}/${name}`)
      await storage.putImage(`${key}/${name}`, await buffer(image))
    }
  } catch (error) {
    await storage.removeImages(key)
    throw error
  }
  return key
}
