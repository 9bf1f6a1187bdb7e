import { expect, test } from 'vitest'
import { maskBuyerEmail, maskOwnEmail } from './mask-email.ts'

test.each([
  ['ana@correo.com', 'a•••@correo.com', 'a••@correo.com'],
  ['a@correo.com', 'a•••@correo.com', 'a•@correo.com'],
  ['anabella.rodriguez@correo.com', 'a•••@correo.com', 'a••••••••@correo.com'],
  ['"a@b"@correo.com', '"•••@correo.com', '"••••@correo.com'],
])('the email %s is masked as %s for a seller and as %s for its owner', (email, buyer, own) => {
  expect(maskBuyerEmail(email)).toBe(buyer)
  expect(maskOwnEmail(email)).toBe(own)
})
