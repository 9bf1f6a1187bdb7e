import { expect, test } from 'vitest'
import { toUsername } from './to-username.ts'

test.each([
  ['Lucía Huerta', 'luciahuerta'],
  ['@Ñandú_Libros!', 'nandulibros'],
  ['El kiosko de la esquina', 'elkioskodelaesq'],
  ['  ', ''],
])('the name %j becomes the username %j', (name, username) =>
  expect(toUsername(name)).toBe(username),
)
