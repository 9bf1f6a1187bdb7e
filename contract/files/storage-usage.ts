import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'

/**
 * Returns the total size of the seller's product files and the free rest of the storage quota, both in bytes. The rest
 * is never below 0.
 */
export const getStorageUsage = endpoint({
  method: 'GET',
  path: '/user/space',
  summary: "Get the storage usage of the seller's files",
  access: 'verified',
  cacheTags: ['Space'],
  reply: z.object({ totalDirectorySize: z.int(), remainingSpace: z.int() }),
})
