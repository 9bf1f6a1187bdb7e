import { expect, test } from 'vitest'
import { measurePasswordStrength } from './password-strength.ts'

test.each([
  ['', 0],
  ['   ', 0],
  ['kiosko', 1],
  ['Kiosko12', 2],
  ['Kio-12', 2],
  ['Kiosko1!', 3],
  ['Kiosko-de-12', 4],
  [`Kiosko-12${'a'.repeat(20)}`, 2],
] as const)('the password %j has the strength %d of 4', (password, score) => {
  expect(measurePasswordStrength(password)).toBe(score)
})
