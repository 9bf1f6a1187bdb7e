import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteAccount, getUser } from '#contract/accounts/user.ts'
import { login } from '#contract/accounts/sessions.ts'
import { suspendUser, unsuspendUser } from '#contract/admin/users.ts'
import { listAuditLog } from '#contract/admin/operations.ts'
import { getPublicProfile } from '#contract/profiles.ts'
import {
  type TestimonialForm,
  addTestimonial,
  changeTestimonial,
  deleteTestimonial,
  listAllTestimonials,
  listTestimonials,
  reorderTestimonials,
} from '#contract/admin/testimonials.ts'
import { testimonials } from '#server/db/schema/index.ts'
import { PASSWORD, expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { type TestApp, createTestApp } from '#tools/test-app/test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

let shop: TestApp
let admin: Awaited<ReturnType<TestApp['creator']>>
beforeAll(async () => {
  shop = await createTestApp({}, { pages: true })
})
beforeEach(async () => {
  await shop.reset()
  admin = await createAdmin(shop, 'admin@kiosko.test')
})
afterAll(() => shop.close())

const TESTIMONIAL: TestimonialForm = {
  name: 'Carolina, Bariloche',
  trade: 'Ebooks de cocina',
  quote: 'El miércoles ya había cobrado dos.',
  language: 'es',
  username: '',
  hidden: false,
}
const add = async (form: Partial<TestimonialForm> = {}) =>
  expectOk(await admin.call(addTestimonial, { body: { ...TESTIMONIAL, ...form } }))
const visitorIn = (language: 'es' | 'en') => shop.visitor({ 'accept-language': language })
const namesFor = async (language: 'es' | 'en') =>
  expectOk(await visitorIn(language).call(listTestimonials, {})).testimonials.map(
    ({ name }) => name,
  )
const homeFor = async (visitor: ApiClient) => (await visitor.request('/')).text()

test('the home page shows the testimonials in the visitor’s language, in the sequence that an admin chose', async () => {
  expect(await homeFor(visitorIn('es'))).not.toContain('id="voices"')

  const ana = await add({ name: 'Ana' })
  const bea = await add({ name: 'Bea' })
  await add({ name: 'Cleo', hidden: true })
  const home = await homeFor(visitorIn('es'))
  expect(home).toContain('id="voices"')
  expect(home).toContain(TESTIMONIAL.quote)
  const [figure] = /<figure.*?<\/figure>/s.exec(await homeFor(visitorIn('en'))) ?? []
  expect(figure, 'a Spanish testimonial, since there is none in English').toContain('lang="es"')
  expect(await namesFor('en')).toEqual(['Ana', 'Bea'])

  const dan = await add({ name: 'Dan', quote: 'Two were sold by Wednesday.', language: 'en' })
  expect(await namesFor('en')).toEqual(['Dan'])
  expectOk(await admin.call(reorderTestimonials, { body: { order: [dan.id, bea.id] } }))
  expect(await namesFor('es')).toEqual(['Bea', 'Ana'])
  const hidden = { ...TESTIMONIAL, name: 'Bea', hidden: true }
  expectOk(await admin.call(changeTestimonial, { params: { id: bea.id }, body: hidden }))
  expect(await namesFor('es')).toEqual(['Ana'])
  expectOk(await admin.call(deleteTestimonial, { params: { id: ana.id } }))
  expect((await homeFor(visitorIn('es'))).includes(TESTIMONIAL.quote)).toBe(false)

  const all = expectOk(await admin.call(listAllTestimonials, {})).testimonials
  expect(all.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Dan', false],
    ['Bea', true],
    ['Cleo', true],
  ])
  const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
  expect(entries.slice(0, 3).map(({ action, targetName }) => [action, targetName])).toEqual([
    ['delete_testimonial', null],
    ['change_testimonial', 'Bea'],
    ['order_testimonials', null],
  ])
})

test('a testimonial that links to a kiosk is hidden while its seller is suspended and deleted with the account', async () => {
  const seller = await shop.creator()
  const { username } = await shop.publish(seller)
  expect(
    await admin.call(addTestimonial, { body: { ...TESTIMONIAL, username: 'nadie' } }),
  ).toMatchObject({ status: 404, code: 'USER_NOT_FOUND' })
  expect(await add({ username: `@${username}` })).toMatchObject({ username, isSample: false })
  expect(await homeFor(visitorIn('es'))).toContain(`/profile/${username}`)

  const { id } = expectOk(await seller.call(getUser, {}))
  const reason = 'Vendía lo ajeno'
  expectOk(await admin.call(suspendUser, { params: { id }, body: { reason } }))
  expect(await namesFor('es')).toEqual([])
  expectOk(await admin.call(unsuspendUser, { params: { id }, body: {} }))
  expect(await namesFor('es')).toEqual([TESTIMONIAL.name])

  expectOk(await seller.call(login, { body: { email: seller.email, password: PASSWORD } }))
  await seller.call(deleteAccount, { body: { password: PASSWORD } })
  expect(await namesFor('es')).toEqual([])
  expect(expectOk(await admin.call(listAllTestimonials, {})).testimonials).toEqual([])
  expect(await visitorIn('es').call(getPublicProfile, { params: { username } })).toMatchObject({
    status: 404,
  })
})

test('a testimonial stops being a sample when its quote is edited', async () => {
  const { id } = await add({ quote: 'Palabras de nadie, para la muestra.' })
  await shop.db.update(testimonials).set({ isSample: true }).where(eq(testimonials.id, id))
  const change = async (form: Partial<TestimonialForm>) =>
    expectOk(
      await admin.call(changeTestimonial, { params: { id }, body: { ...TESTIMONIAL, ...form } }),
    )

  const quote = 'Palabras de nadie, para la muestra.'
  expect(await change({ quote, name: 'Ana', hidden: true })).toMatchObject({ isSample: true })
  expect(await change({ quote: 'Vendí doce el primer día.' })).toMatchObject({ isSample: false })
})

test('reordering testimonials with an invalid id is rejected', async () => {
  const order = [2 ** 31]

  expect(await admin.call(reorderTestimonials, { body: { order } })).toMatchObject({
    status: 400,
    code: 'INVALID_DATA',
  })
})
