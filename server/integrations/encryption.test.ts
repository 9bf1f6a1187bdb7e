import { describe, expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

const key = { id: 'a', key: Buffer.alloc(32, 1) }
const encryption = createEncryption([key])

describe('encryption', () => {
  test('an operator puts a new key in front, and texts of the old key can still be decrypted', () => {
    const old = encryption.encrypt('secret')
    const renewed = createEncryption([{ id: 'b', key: Buffer.alloc(32, 2) }, key])

    expect(renewed.decrypt(old)).toBe('secret')
    expect(renewed.encrypt('secret')).toMatch(/^b\./)
    expect(() => encryption.decrypt(renewed.encrypt('secret'))).toThrow('no encryption key b')
  })

  test('a text can only be decrypted for the owner that it was encrypted for', () => {
    const text = encryption.encrypt('token', 'account 1')

    expect(encryption.decrypt(text, 'account 1')).toBe('token')
    expect(() => encryption.decrypt(text, 'account 2')).toThrow()
    expect(() => encryption.decrypt(text)).toThrow()
  })

  test('a text without an owner cannot be decrypted for one', () => {
    expect(() => encryption.decrypt(encryption.encrypt('token'), 'account 1')).toThrow()
  })

  test.each([4, 12, 15])('a text whose tag was cut to %i bytes is refused', tagBytes => {
    const [id, payload] = encryption.encrypt('').split('.')
    const cut = Buffer.from(payload!, 'base64url').subarray(0, 12 + tagBytes)

    expect(() => encryption.decrypt(`${id}.${cut.toString('base64url')}`)).toThrow()
  })
})
