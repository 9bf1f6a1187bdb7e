import { GIVEN_SECRET_LENGTH, optionalText, documentSetting, textWithDefault } from './schemas.ts'

export const EXTERNAL_SIGN_IN_SETTINGS = {
  GOOGLE_CLIENT_ID: documentSetting(optionalText(), {
    meaning: 'the client id at Google. Without it, sign-in with Google is not offered',
  }),
  GOOGLE_CLIENT_SECRET: documentSetting(optionalText(), {
    minSecretLength: GIVEN_SECRET_LENGTH,
    meaning: 'the client secret at Google',
  }),
  GOOGLE_ISSUER: documentSetting(textWithDefault('https://accounts.google.com'), {
    meaning:
      'the OpenID Connect provider; `http` is allowed on this machine only, and not in production',
  }),
}
