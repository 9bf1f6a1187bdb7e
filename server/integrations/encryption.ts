import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { EncryptionKey } from '#server/config.ts'
import type { TextOwner } from '#server/db/encrypted-columns.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Node would also accept a tag that was cut to 4 bytes, which is easy to guess. */
const CIPHER_OPTIONS = { authTagLength: TAG_BYTES }

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
    /** The id of the key that encrypts. */
    currentKeyId: currentKey.id,
    /**
     * Encrypts a text.
     * @param owner names the one place that the text belongs to, such as a column of one row, so that whoever can write
     * to the database cannot move it to another place
     */
    encrypt(text: string, owner: TextOwner): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', currentKey.key, nonce, CIPHER_OPTIONS)
      cipher.setAAD(Buffer.from(owner))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      const payload = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
      return `${currentKey.id}.${payload}`
    },
    /**
     * Decrypts a text.
     * @param owner the owner that the text was encrypted for
     * @throws Error if the key of the text is no longer configured, if the text was altered, or if it belongs to
     * another owner
     */
    decrypt(encrypted: string, owner: TextOwner): string {
      const [id, payload = ''] = encrypted.split('.')
      const key = keys.find(candidate => candidate.id === id)
      if (!key) throw new Error(`no encryption key ${id}`)
      const bytes = Buffer.from(payload, 'base64url')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key.key, nonce, CIPHER_OPTIONS)
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}
