import * as z from 'zod/mini'
import { OWN_SECRET_LENGTH, optionalText, documentSetting } from './schemas.ts'

const EncryptionKeys = z.pipe(
  z.string(),
  z
    .transform((value: string) =>
      value.split(',').map(entry => {
        const [id = '', base64 = ''] = entry.split(':')
        return { id, key: Buffer.from(base64, 'base64') }
      }),
    )
    .check(
      z.refine(
        keys => keys.every(({ id, key }) => id !== '' && key.length === 32),
        'debe ser una lista de id:clave de 32 bytes en base64',
      ),
    ),
)

export const SECRET_SETTINGS = {
  ENCRYPTION_KEYS: documentSetting(z.optional(EncryptionKeys), {
    isRequired: true,
    shownDefault: 'random',
    minSecretLength: OWN_SECRET_LENGTH,
    meaning:
      '`id:key` of 32 bytes in base64, separated by commas. The first key encrypts, all decrypt',
  }),
  ORDER_TOKEN_KEY: documentSetting(optionalText(), {
    isRequired: true,
    shownDefault: 'random',
    minSecretLength: OWN_SECRET_LENGTH,
    meaning: 'the key that signs links to orders, and the key of the digests of addresses',
  }),
  CAPTCHA_SECRET: documentSetting(optionalText(), {
    isRequired: true,
    shownDefault: 'random',
    minSecretLength: OWN_SECRET_LENGTH,
    meaning: 'signs the challenges of the proof-of-work captcha',
  }),
}
