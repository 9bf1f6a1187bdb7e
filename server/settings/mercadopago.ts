import * as z from 'zod/mini'
import {
  GIVEN_SECRET_LENGTH,
  commaSeparatedList,
  flagWithDefault,
  optionalText,
  documentSetting,
  textWithDefault,
} from './schemas.ts'

export const MERCADOPAGO_SETTINGS = {
  MERCADOPAGO_CLIENT_ID: documentSetting(textWithDefault('1234567890123456'), {
    isRequired: true,
    shownDefault: 'a simulated one',
    meaning: 'the id of the MercadoPago application',
  }),
  MERCADOPAGO_CLIENT_SECRET: documentSetting(textWithDefault('simulated-client-secret'), {
    isRequired: true,
    shownDefault: 'a simulated one',
    minSecretLength: GIVEN_SECRET_LENGTH,
    meaning: 'the secret of the application',
  }),
  MERCADOPAGO_WEBHOOK_SECRET: documentSetting(
    z._default(commaSeparatedList, ['simulated-webhook-secret']),
    {
      isRequired: true,
      shownDefault: 'a simulated one',
      minSecretLength: GIVEN_SECRET_LENGTH,
      meaning:
        'the key that signs webhook events; two keys, separated by a comma, during a rotation',
    },
  ),
  MERCADOPAGO_UNSIGNED_WEBHOOKS: documentSetting(flagWithDefault('0'), {
    meaning:
      '`1` accepts webhook requests without a signature as a hint to read a payment that is already known; `0` refuses them',
  }),
  MERCADOPAGO_LIVE_MODE: documentSetting(flagWithDefault('1'), {
    meaning: '`0` accepts only test payments, `1` only real ones',
  }),
  MERCADOPAGO_API_ORIGIN: documentSetting(optionalText(), {
    shownDefault: '`https://api.mercadopago.com` in production, else the simulator',
    meaning: 'the origin of the API',
  }),
  MERCADOPAGO_AUTH_ORIGIN: documentSetting(optionalText(), {
    shownDefault: '`https://auth.mercadopago.com` in production, else the simulator',
    meaning: 'the origin of the consent page on which sellers link their account',
  }),
  SIMULATOR_PORTS: documentSetting(optionalText(), {
    shownDefault: 'the three after `PORT`',
    meaning:
      'ports of the simulated MercadoPago, Google and inbox, separated by commas, and of the simulated receivers of conversion events as a fourth one (by default the fifth after `PORT`); only used outside production',
  }),
}
