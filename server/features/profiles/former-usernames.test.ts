import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/user.ts'
import {
  changeProfileFields,
  getProfile,
  getPublicProfile,
  usernameExists,
} from '#contract/profiles.ts'
import { formerUsernames, profiles } from '#server/db/schema/index.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const shop = useTestApp()

const rename = (seller: ApiClient, username: string) =>
  seller.call(changeProfileFields, { body: { username } })
const shownUnder = async (username: string) => {
  const reply = await shop.visitor().call(getPublicProfile, { params: { username } })
  return reply.ok ? reply.body.username : reply.status
}

describe('a username that was given up', () => {
  test('a username that was given up leads to the current profile of its former owner', async () => {
    const ana = await shop.creator()
    await rename(ana, 'anapampa')
    await rename(ana, 'anaquena')
    expectOk(await rename(ana, 'anacocina'))

    expect([await shownUnder('anapampa'), await shownUnder('anaquena')]).toEqual([
      'anacocina',
      'anacocina',
    ])
  })

  test('a username that was given up can be taken by nobody else for a year, and then leads to its new owner', async () => {
    const ana = await shop.creator()
    const eva = await shop.creator()
    await rename(ana, 'anapampa')
    await rename(ana, 'anacocina')
    expect(await shownUnder('anapampa')).toBe('anacocina')

    expect(await rename(eva, 'anapampa')).toMatchObject({
      status: 409,
      code: 'ERROR_PROFILE_USERNAME_EXISTS',
    })
    const params = { username: 'anapampa' }
    expect(expectOk(await eva.call(usernameExists, { params }))).toEqual({ usernameExists: true })
    expect(expectOk(await ana.call(usernameExists, { params }))).toEqual({ usernameExists: false })

    await shop.db.update(formerUsernames).set({ givenUpAt: sql`now() - interval '366 days'` })
    expect(await shownUnder('anapampa')).toBe('anacocina')
    expectOk(await rename(eva, 'anapampa'))
    expect(await shownUnder('anapampa')).toBe('anapampa')
  })

  test('a username that was given up can be taken back by its former owner', async () => {
    const ana = await shop.creator()
    await rename(ana, 'anapampa')
    await rename(ana, 'anacocina')

    expectOk(await rename(ana, 'anapampa'))

    expect([await shownUnder('anapampa'), await shownUnder('anacocina')]).toEqual([
      'anapampa',
      'anapampa',
    ])
  })

  test('a username that was given up stays reserved after the account was closed, without a reference to the user', async () => {
    const ana = await shop.creator()
    await rename(ana, 'anapampa')
    await rename(ana, 'anacocina')
    expectOk(await ana.call(deleteAccount, { body: { password: PASSWORD } }))

    const eva = await shop.creator()
    expect(await rename(eva, 'anapampa')).toMatchObject({ status: 409 })
    expect(await rename(eva, 'anacocina')).toMatchObject({ status: 409 })
    expect([await shownUnder('anapampa'), await shownUnder('anacocina')]).toEqual([404, 404])
    const rows = await shop.db.select().from(formerUsernames)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(rows.every(({ userId }) => userId === null)).toBe(true)
  })
})

test.each(['soporte', 'mercadopago', '@Admin'])(
  'the username %s cannot be taken, since it could pass for the site itself',
  async username => {
    const ana = await shop.creator()

    expect(await rename(ana, username.toLowerCase())).toMatchObject({
      status: 409,
      code: 'ERROR_PROFILE_USERNAME_EXISTS',
    })
    expect(expectOk(await ana.call(usernameExists, { params: { username } }))).toEqual({
      usernameExists: true,
    })
  },
)

test('a seller who already has a reserved username can keep it', async () => {
  const ana = await shop.creator()
  await shop.db.update(profiles).set({ username: 'soporte' })

  expectOk(await ana.call(changeProfileFields, { body: { username: 'soporte', bio: 'Luthier.' } }))
})

test('changing single fields of a profile keeps the others', async () => {
  const ana = await shop.creator()
  const { username } = expectOk(await ana.call(getProfile, {}))

  expectOk(await ana.call(changeProfileFields, { body: { bio: 'Luthier.' } }))

  expect(expectOk(await ana.call(getProfile, {}))).toMatchObject({ username, bio: 'Luthier.' })
  expect(await ana.call(changeProfileFields, { body: { username: 'NO!' } })).toMatchObject({
    code: 'ERROR_INVALID_USERNAME',
  })
})
