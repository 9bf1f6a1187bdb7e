import {
  GIVEN_SECRET_LENGTH,
  numberWithDefault,
  enumWithDefault,
  optionalText,
  positiveNumberWithDefault,
  documentSetting,
  textWithDefault,
  wholeNumberWithDefault,
} from './schemas.ts'

export const CAPTCHA_SETTINGS = {
  CAPTCHA_PROVIDER: documentSetting(enumWithDefault(['altcha', 'recaptcha'], 'altcha'), {
    meaning:
      '`altcha`, a proof of work without an outside service, or `recaptcha`, Google reCAPTCHA v3, whose script then runs on pages with forms',
  }),
  CAPTCHA_COST: documentSetting(wholeNumberWithDefault(5000), {
    meaning: 'PBKDF2 iterations of one attempt of the proof of work',
  }),
  CAPTCHA_ATTEMPTS: documentSetting(positiveNumberWithDefault(1000), {
    meaning: 'the maximum number of attempts that a browser makes; the minimum is half of it',
  }),
  CAPTCHA_SITE_KEY: documentSetting(optionalText(), {
    isRequired: true,
    meaning: 'the public key of reCAPTCHA; read only if `CAPTCHA_PROVIDER` is `recaptcha`',
  }),
  RECAPTCHA_SECRET: documentSetting(optionalText(), {
    minSecretLength: GIVEN_SECRET_LENGTH,
    meaning: 'the secret key of reCAPTCHA; required if `CAPTCHA_PROVIDER` is `recaptcha`',
  }),
  RECAPTCHA_MIN_SCORE: documentSetting(
    numberWithDefault(0.5, n => n >= 0 && n <= 1, 'debe ser un número de 0 a 1'),
    { meaning: 'the score from 0 (a script) to 1 (a person) below which a visitor is refused' },
  ),
  RECAPTCHA_VERIFY_URL: documentSetting(
    textWithDefault('https://www.google.com/recaptcha/api/siteverify'),
    {
      meaning:
        'the service that checks tokens. If it does not answer within 5 s, the visitor is refused',
    },
  ),
}
