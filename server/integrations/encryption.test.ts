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

  test.each([4, 12, 15])('a text whose tag was cut to %i bytes is refused', tagBytes => {
    const [id, payload] = encryption.encrypt('', owner).split('.')
    const cut = Buffer.from(payload!, 'base64url').subarray(0, 12 + tagBytes)

    expect(() => encryption.decrypt(`${id}.${cut.toString('base64url')}`, owner)).toThrow()
  })
})
