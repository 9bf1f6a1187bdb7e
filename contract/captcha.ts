import * as z from 'zod/mini'
import { CAPTCHA_ACTIONS, endpoint } from './core/endpoint.ts'

/** Returns a captcha challenge, whose form depends on the provider: an ALTCHA challenge, or the reCAPTCHA site key. */
export const getCaptchaChallenge = endpoint({
  method: 'GET',
  path: '/public/captcha/challenge',
  summary: 'Get a captcha challenge for an action',
  access: 'public',
  query: z.object({ action: z.enum(CAPTCHA_ACTIONS) }),
  reply: z.looseObject({}),
})
