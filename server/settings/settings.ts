import * as z from 'zod/mini'
import { INSTALLATION_SETTINGS } from './installation.ts'
import { MARKETPLACE_SETTINGS } from './marketplace.ts'
import { SECRET_SETTINGS } from './secrets.ts'
import { CAPTCHA_SETTINGS } from './captcha.ts'
import { EXTERNAL_SIGN_IN_SETTINGS } from './external-sign-in.ts'
import { MERCADOPAGO_SETTINGS } from './mercadopago.ts'
import { CONVERSION_SETTINGS } from './conversions.ts'
import { MAIL_SETTINGS } from './mail.ts'
import { FILE_SCANNING_SETTINGS } from './file-scanning.ts'
import { STORAGE_SETTINGS } from './storage.ts'
import { OBSERVATION_SETTINGS } from './observation.ts'
import { WEB_SETTINGS } from './web.ts'
import { SETTING_DOCUMENTATION } from './schemas.ts'

/** The schemas of all settings, grouped by the headings of docs/operations/settings.md. */
export const SETTING_GROUPS: Record<string, Record<string, z.ZodMiniType>> = {
  Installation: INSTALLATION_SETTINGS,
  Marketplace: MARKETPLACE_SETTINGS,
  Secrets: SECRET_SETTINGS,
  Captcha: CAPTCHA_SETTINGS,
  'External sign-in': EXTERNAL_SIGN_IN_SETTINGS,
  MercadoPago: MERCADOPAGO_SETTINGS,
  'Conversion events': CONVERSION_SETTINGS,
  'Object storage': STORAGE_SETTINGS,
  'File scanning': FILE_SCANNING_SETTINGS,
  Mail: MAIL_SETTINGS,
  Web: WEB_SETTINGS,
  Observation: OBSERVATION_SETTINGS,
}

/** The schema of all settings. Each setting is an environment variable. */
export const Settings = z.object({
  ...INSTALLATION_SETTINGS,
  ...MARKETPLACE_SETTINGS,
  ...SECRET_SETTINGS,
  ...CAPTCHA_SETTINGS,
  ...EXTERNAL_SIGN_IN_SETTINGS,
  ...MERCADOPAGO_SETTINGS,
  ...CONVERSION_SETTINGS,
  ...STORAGE_SETTINGS,
  ...FILE_SCANNING_SETTINGS,
  ...MAIL_SETTINGS,
  ...WEB_SETTINGS,
  ...OBSERVATION_SETTINGS,
})
export type Settings = z.output<typeof Settings>

/** The names of the settings that are required in production. Source: specification, startup configuration. */
export const REQUIRED_SETTINGS = Object.entries(Settings.shape)
  .filter(([, schema]) => SETTING_DOCUMENTATION.get(schema)?.isRequired)
  .map(([name]) => name)
