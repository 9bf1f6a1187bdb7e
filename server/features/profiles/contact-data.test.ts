import { expect, test } from 'vitest'
import { getProfile, getPublicProfile, updateProfile } from '#contract/profiles.ts'
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
const readProfile = async (username: string) =>
  expectOk(await shop.visitor().call(getPublicProfile, { params: { username } }))

test('a seller shows a name and ways to reach them, and takes them away again', async () => {
  const seller = await shop.seller()
  const form = await readForm(seller)
  expect(await readProfile(form.username)).toMatchObject({ displayName: null, whatsapp: null })

  expectOk(await seller.call(updateProfile, { body: { ...form, ...CONTACT } }))
  expect(await readProfile(form.username)).toMatchObject(CONTACT)

  // Fields that are left out stay; an empty text removes a field.
  expectOk(await seller.call(updateProfile, { body: { ...form, whatsapp: '', displayName: '' } }))
  expect(await readProfile(form.username)).toMatchObject({
    ...CONTACT,
    whatsapp: null,
    displayName: null,
  })
})

test('buyers see how to reach the seller, and their replies to the delivery go there', async () => {
  const order = await createPaidOrder(shop)
  const buyer = 'buyer@mail.test'
  const form = await readForm(order.seller)
  expectOk(await order.seller.call(updateProfile, { body: { ...form, ...CONTACT } }))

  expect(await shop.readOrder(order.token)).toMatchObject({
    sellerContact: {
      displayName: CONTACT.displayName,
      contactEmail: CONTACT.contactEmail,
      whatsapp: CONTACT.whatsapp,
    },
  })
  expectOk(await order.seller.call(resendSale, { params: { orderId: order.orderId } }))
  await shop.waitForJobs()
  const mails = await shop.listMails(buyer)
  expect(mails.map(({ replyTo }) => replyTo)).toEqual(['hola@localhost', CONTACT.contactEmail])
  const { username } = await readForm(order.seller)
  expect(mails.map(({ text }) => text.includes(`le llega a @${username}`))).toEqual([false, true])
})
