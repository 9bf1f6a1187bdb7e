import { expect, test } from 'vitest'
import {
  confirmContactEmail,
  getProfile,
  getPublicProfile,
  updateProfile,
} from '#contract/profiles.ts'
import { resendSale } from '#contract/sales/order.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'
import { createPaidOrder } from '#tools/test-app/sample-order.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'

const CONTACT = {
  displayName: 'Lucía Huerta',
  contactEmail: 'hola@luciahuerta.test',
  whatsapp: '+5493415550142',
  instagram: 'lucia.huerta',
  tiktok: 'luciahuerta',
  youtube: 'luciahuerta',
}

const shop = useTestApp()

const readForm = async (seller: ApiClient) => {
  const { username } = expectOk(await seller.call(getProfile, {}))
  return { username, bio: 'Luthier.' }
}
/** Reads the token of the link that was mailed to the contact address. */
async function readToken(): Promise<string> {
  const mail = await shop.waitForMail(CONTACT.contactEmail, /^Confirmá tu email de contacto/)
  return /\/contact-email\/([\w.-]+)/.exec(mail.text)![1]!
}
const confirmContact = async () =>
  expectOk(await shop.visitor().call(confirmContactEmail, { params: { token: await readToken() } }))
const readProfile = async (username: string) =>
  expectOk(await shop.visitor().call(getPublicProfile, { params: { username } }))

test('a seller shows a name and ways to reach them, and takes them away again', async () => {
  const seller = await shop.seller()
  const form = await readForm(seller)
  expect(await readProfile(form.username)).toMatchObject({ displayName: null, whatsapp: null })

  const saved = await seller.call(updateProfile, { body: { ...form, ...CONTACT } })
  expect(expectOk(saved).isContactEmailConfirmed).toBe(false)
  // The address may be that of a stranger.
  expect(await readProfile(form.username)).toMatchObject({ ...CONTACT, contactEmail: null })
  await confirmContact()
  await expect.poll(() => readProfile(form.username)).toMatchObject(CONTACT)
  expect(expectOk(await seller.call(getProfile, {})).isContactEmailConfirmed).toBe(true)

  // Fields that are left out stay; an empty text removes a field.
  expectOk(await seller.call(updateProfile, { body: { ...form, whatsapp: '', displayName: '' } }))
  expect(await readProfile(form.username)).toMatchObject({
    ...CONTACT,
    whatsapp: null,
    displayName: null,
  })

  const other = { ...form, contactEmail: 'otra@luciahuerta.test' }
  expectOk(await seller.call(updateProfile, { body: other }))
  await expect.poll(() => readProfile(form.username)).toMatchObject({ contactEmail: null })
  const params = { token: await readToken() }
  expect(await shop.visitor().call(confirmContactEmail, { params })).toMatchObject({
    code: 'ERROR_INVALID_OR_EXPIRED_TOKEN',
  })
  const own = { ...form, contactEmail: seller.email }
  expectOk(await seller.call(updateProfile, { body: own }))
  await expect.poll(() => readProfile(form.username)).toMatchObject({ contactEmail: seller.email })
})

test('buyers see how to reach the seller, and their replies to the delivery go to a proved address', async () => {
  const order = await createPaidOrder(shop)
  const buyer = 'buyer@mail.test'
  const form = await readForm(order.seller)
  expectOk(await order.seller.call(updateProfile, { body: { ...form, ...CONTACT } }))
  const resend = () => order.seller.call(resendSale, { params: { orderId: order.orderId } })
  const { displayName, contactEmail, whatsapp } = CONTACT
  expect(await shop.readOrder(order.token)).toMatchObject({
    sellerContact: { displayName, contactEmail: null, whatsapp },
  })
  expectOk(await resend())
  await shop.waitForJobs()
  await confirmContact()
  expectOk(await resend())
  await shop.waitForJobs()
  const mails = await shop.listMails(buyer)
  const [, token] = /\/order\/([\w.~-]+)/.exec(mails.at(-1)!.text)!
  expect(await shop.readOrder(token!)).toMatchObject({
    sellerContact: { displayName, contactEmail, whatsapp },
  })
  expect(mails.map(({ replyTo }) => replyTo)).toEqual([
    'hola@localhost',
    order.seller.email,
    CONTACT.contactEmail,
  ])
  const { username } = await readForm(order.seller)
  expect(mails.map(({ text }) => text.includes(`le llega a @${username}`))).toEqual([
    false,
    true,
    true,
  ])
})
