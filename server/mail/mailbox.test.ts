import { expect, test } from 'vitest'
import { toMailbox } from './mailbox.ts'

test.each([
  ['ana@mail.test', 'ana@mail.test'],
  [' Ana@Mail.Test ', 'ana@mail.test'],
  ['ana+shop@mail.test', 'ana@mail.test'],
  ['ana+a+b@mail.test', 'ana@mail.test'],
  ['+ana@mail.test', '+ana@mail.test'],
  ['ana.maria@mail.test', 'ana.maria@mail.test'],
  ['a.n.a+shop@gmail.com', 'ana@gmail.com'],
  ['Ana.@GoogleMail.com', 'ana@gmail.com'],
])('emails to %s arrive in the mailbox %s', (address, mailbox) =>
  expect(toMailbox(address)).toBe(mailbox),
)
