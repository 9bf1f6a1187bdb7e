import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { register } from '#contract/accounts/registration.ts'
import { deleteAccount, requestEmailChange } from '#contract/accounts/user.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { isReservedAddress } from './reserved-addresses.ts'

const SERVER = join(import.meta.dirname, '../..')
const EMAIL_INVALID = { issues: [{ path: expect.stringMatching(/^(email|newEmail)$/) }] }

const registration = (email: string) => ({
  email,
  password: PASSWORD,
  confirm_password: PASSWORD,
  tyc: true as const,
})

const shop = useTestApp()

test('nobody can have an account with a reserved address in production', async () => {
  const creator = await shop.creator()
  const production = await shop.startSecondApp({ production: true })
  const visitor = production.visitor()
  for (const [name, value] of creator.cookies) visitor.addCookie(name, value)
  for (const email of ['a@kiosko.test', 'a@tienda.example', 'a@b.invalid', 'a@b.localhost']) {
    const body = registration(email)
    const refused = await production.visitor().call(register, { body })
    expect(refused, email).toMatchObject({ status: 400, ...EMAIL_INVALID })
    const change = { newEmail: email, password: PASSWORD }
    expect(await visitor.call(requestEmailChange, { body: change }), email).toMatchObject({
      status: 400,
      ...EMAIL_INVALID,
    })
  }
  await production.close()
})

test('nobody can keep an account from being closed by registering the address that it gets then', async () => {
  const creator = await shop.creator()
  const body = registration(`closed-${creator.id}@account.invalid`)

  expect((await shop.visitor().call(register, { body })).status).toBe(400)

  const closing = await creator.call(deleteAccount, { body: { password: PASSWORD } })
  expect(closing.status).toBe(204)
})

test('every address and domain that the code of the server names is reserved', async () => {
  const files = (await readdir(SERVER, { recursive: true })).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('mail-preview'),
  )
  const special = new Set<string>()
  for (const name of files) {
    const text = await readFile(join(SERVER, name), 'utf8')
    const code = text.replaceAll(/^\s*(\*|\/[*/]).*$/gm, '')
    for (const [, domain] of code.matchAll(/[\w}%]@([\w-]+(?:\.[\w-]+)*\.[a-z]{2,})\b/g))
      special.add(domain!)
    for (const [, domain] of code.matchAll(
      /['"`]([\w-]+\.(?:test|example|invalid|localhost))['"`]/g,
    ))
      special.add(domain!)
  }

  expect(special).toContain('account.invalid')
  expect(special).toContain('kiosko.test')
  expect(
    [...special].filter(domain => !isReservedAddress(`ana@${domain}`, { production: true })),
  ).toEqual([])
})
