import { documentSetting, optionalUrl } from './schemas.ts'

export const OBSERVATION_SETTINGS = {
  SENTRY_DSN: documentSetting(optionalUrl(), {
    meaning:
      'where unexpected errors are reported: the DSN of a project of Sentry or of a service that understands its protocol, such as GlitchTip. Without it, errors are only logged',
  }),
}
