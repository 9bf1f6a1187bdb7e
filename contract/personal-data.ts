import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'

/**
 * Returns everything that is stored about the user as one file: one list for each kind of data, whose rows have the
 * fields that the database has. Passwords, keys and digests are left out, and so are the data of others, such as the
 * email addresses of buyers. An hour allows five files.
 */
export const exportPersonalData = endpoint({
  method: 'GET',
  path: '/user/data.json',
  summary: 'Download everything that is stored about the user',
  access: 'user',
  needsRecentProof: true,
  reply: z.record(z.string(), z.unknown()),
})
