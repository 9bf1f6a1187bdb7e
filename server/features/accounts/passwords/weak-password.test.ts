import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './weak-password.ts'

describe('isCommonPassword', () => {
  test.each([
    'Password1!',
    'P@ssw0rd',
    'Passw0rd!',
    'Pa$$word-2024',
    'Qwerty123!',
    'Dragon_01',
    'Sunshine-7',
    'Letmein@123',
    'Iloveyou!1',
    'Messi-2022',
    'Argentina-1',
    'Contrasena*1',
    '!QAZ2wsx',
    'Zaq!2wsx',
  ])('%s is a common password', async password =>
    expect(await isCommonPassword(password)).toBe(true),
  )

  test.each([
    'Kiosko-2026',
    'Otra-Clave-77',
    'Tinta-7a',
    'Abcdef1!',
    'Dragon-Verde-7',
    'Messi-y-Riquelme-10',
    'Sunshine-82-Sur',
    'x9-LkQ2!vB',
  ])('%s is not a common password', async password =>
    expect(await isCommonPassword(password)).toBe(false),
  )
})
