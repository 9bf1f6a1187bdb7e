import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/client.ts'
import { createAltcha } from './altcha.ts'
import type { Captcha } from './captcha.ts'
import { createRecaptcha } from './recaptcha.ts'

/** Creates the configured captcha provider: reCAPTCHA if it is configured, otherwise ALTCHA. */
export function createCaptcha(
  { captcha, publicOrigin }: Config,
  db: Database,
  log: Logger,
): Captcha {
  const { hostname } = new URL(publicOrigin)
  return captcha.recaptcha
    ? createRecaptcha({ db, log, hostname, ...captcha.recaptcha })
    : createAltcha({ db, ...captcha })
}
