import * as z from 'zod/mini'
import { CAPTCHA_ACTIONS, endpoint } from '../core/endpoint.ts'

/**
 * Returns a captcha challenge. The provider determines the fields: an ALTCHA challenge, or the site key of reCAPTCHA.
 */
export const getCaptchaChallenge = endpoint({
  method: 'GET',
  path: '/public/captcha/challenge',
  summary: 'Get a captcha challenge for an action',
  access: 'public',
  query: z.object({ action: z.enum(CAPTCHA_ACTIONS) }),
  reply: z.looseObject({}),
})
