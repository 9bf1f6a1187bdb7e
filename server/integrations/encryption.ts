import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { EncryptionKey } from '#server/config.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Encryption = ReturnType<typeof createEncryption>

/**
 * Creates the encryption of stored secrets by AES-256-GCM. An encrypted text has the format `<key id>.<base64url of
 * nonce, tag, ciphertext>`. The first key encrypts, and every key decrypts, so that operators replace a key by putting
 * a new one in front.
 */
export function createEncryption(keys: readonly EncryptionKey[]) {
  const [currentKey] = keys
  if (!currentKey) throw new Error('at least one encryption key is required')

  return {
    encrypt(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', currentKey.key, nonce)
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${currentKey.id}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`
    },
    /**
     * Decrypts a text.
     * @throws Error if the key of the text is no longer configured, or if the text was altered
     */
    decrypt(encrypted: string): string {
      const [id, payload = ''] = encrypted.split('.')
      const key = keys.find(candidate => candidate.id === id)
      if (!key) throw new Error(`no encryption key ${id}`)
      const bytes = Buffer.from(payload, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}
