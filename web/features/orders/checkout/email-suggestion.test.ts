import { expect, test } from 'vitest'
import { suggestEmail } from './email-suggestion.ts'

test.each([
  ['pablo@gmial.com', 'pablo@gmail.com'],
  ['pablo@gmail.con', 'pablo@gmail.com'],
  ['pablo@gmail.co', 'pablo@gmail.com'],
  ['pablo@gamil.com', 'pablo@gmail.com'],
  [' Ana.P@HOTMIAL.com ', 'Ana.P@hotmail.com'],
  ['ana@hotmal.con', 'ana@hotmail.com'],
  ['ana@outlok.com', 'ana@outlook.com'],
  ['ana@yaho.com.ar', 'ana@yahoo.com.ar'],
  ['ana@iclud.com', 'ana@icloud.com'],
])('the suggestion for the email %s is %s', (typed, meant) =>
  expect(suggestEmail(typed)).toBe(meant),
)

test.each([
  'pablo@gmail.com',
  'pablo@mail.com',
  'pablo@ymail.com',
  'pablo@hotmail.co',
  'pablo@yahoo.com.mx',
  'pablo@empresa.com.ar',
  'pablo@gmal.edu.ar',
  'pablo@live.cl',
  'pablo@gmail',
  '@gmial.com',
  'pablo',
  '',
])('no suggestion is made for the email %s', typed => expect(suggestEmail(typed)).toBeUndefined())
