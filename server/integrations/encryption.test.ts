import { createCipheriv, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { nameOwner } from '#server/db/encrypted-columns.ts'
import { createEncryption } from './encryption.ts'

const key = { id: 'a', key: Buffer.alloc(32, 1) }
const encryption = createEncryption([key])
const owner = nameOwner('totp_authenticators.encrypted_secret', 1)

describe('encryption', () => {
  test('an operator puts a new key in front, and texts of the old key can still be decrypted', () => {
    const old = encryption.encrypt('secret', owner)
    const renewed = createEncryption([{ id: 'b', key: Buffer.alloc(32, 2) }, key])

    expect(renewed.decrypt(old, owner)).toBe('secret')
    expect(renewed.encrypt('secret', owner)).toMatch(/^b\./)
    expect(() => encryption.decrypt(renewed.encrypt('secret', owner), owner)).toThrow(
      'no encryption key b',
    )
  })

  test.each([
    ['another row', nameOwner('totp_authenticators.encrypted_secret', 2)],
    ['another column', nameOwner('link_attempts.code_verifier', 1)],
  ])('a text cannot be decrypted for %s', (_, other) => {
    const text = encryption.encrypt('token', owner)

    expect(encryption.decrypt(text, owner)).toBe('token')
    expect(() => encryption.decrypt(text, other)).toThrow()
  })

  test.each([
    [nameOwner('payment_accounts.access_token', 1, '7'), 'payment_accounts:1:7:accessToken'],
    [nameOwner('payment_accounts.refresh_token', 1, '7'), 'payment_accounts:1:7:refreshToken'],
    [owner, 'totp_authenticators.secret:1'],
  ])('a text of the first release for %s can be decrypted', (current, former) => {
    const text = encryptAsFirstRelease('token', former)

    expect(encryption.decrypt(text, current)).toBe('token')
    expect(() => encryption.decrypt(text, nameOwner('jobs.payload', 'id', 'a@b.test'))).toThrow()
  })

  test('the content of an email that waited in the first release can be decrypted, and nothing else without an owner', () => {
    const text = encryptAsFirstRelease('content')

    expect(encryption.decrypt(text, nameOwner('jobs.payload', 'id', 'a@b.test'))).toBe('content')
    expect(() => encryption.decrypt(text, owner)).toThrow()
  })

  test.each([4, 12, 15])('a text whose tag was cut to %i bytes is refused', tagBytes => {
    const [id, payload] = encryption.encrypt('', owner).split('.')
    const cut = Buffer.from(payload!, 'base64url').subarray(0, 12 + tagBytes)

    expect(() => encryption.decrypt(`${id}.${cut.toString('base64url')}`, owner)).toThrow()
  })
})

/** Encrypts a text in the format of the first release. */
function encryptAsFirstRelease(text: string, formerOwner = ''): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.key, nonce, { authTagLength: 16 })
  cipher.setAAD(Buffer.from(formerOwner))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const payload = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
  return `${key.id}.${payload}`
}
