import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'

export const getTerms = endpoint({
  method: 'GET',
  path: '/public/tyc',
  summary: 'Get the URLs of the terms and the privacy policy',
  access: 'public',
  reply: z.object({ termsUrl: z.string(), privacyUrl: z.string() }),
})
