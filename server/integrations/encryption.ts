import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { EncryptionKey } from '#server/config.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Encryption = ReturnType<typeof createEncryption>

/**
 * Encrypts secrets at rest: AES-256-GCM, as `<key id>.<base64url of nonce, tag, ciphertext>`. The first
 * key seals, every key opens, so keys are rotated by putting a new one in front.
 */
export function createEncryption(keys: readonly EncryptionKey[]) {
  const [current] = keys
  if (!current) throw new Error('at least one encryption key is needed')

  return {
    encrypt(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
    /** @throws Error when the key is gone or the text was altered */
    decrypt(sealed: string): string {
      const [id, payload = ''] = sealed.split('.')
      const found = keys.find(candidate => candidate.id === id)
      if (!found) throw new Error(`no encryption key ${id}`)
      const bytes = Buffer.from(payload, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}
