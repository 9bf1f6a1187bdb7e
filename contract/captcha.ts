import * as z from 'zod/mini'
import { endpoint } from './core/endpoint.ts'

export const getCaptchaChallenge = endpoint({
  method: 'GET',
  path: '/public/captcha/challenge',
  summary: 'A proof-of-work challenge bound to an action',
  access: 'public',
  query: z.object({ action: z.string() }),
  reply: z.looseObject({}),
})
