import { uploadPicture } from '#contract/profiles.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { setSessionCookies } from '../actions/account-actions.ts'
import { addProduct, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { gotoAndWaitForIdle, setViewportWidth } from '../page/wait-for-idle.ts'

const o = { locale: 'en' } as const

test('the frame of a cover is as high as the cover on tablets', async ({ openBrowser, server }) => {
  const { api } = await createSeller(server, 'frame')
  const { id } = await addProduct(server, api, {
    name: 'Recetas de la abuela para todos los días del año',
  })
  const seller = await openBrowser('es')
  await setSessionCookies(seller, server, api)
  const { page } = seller
  await gotoAndWaitForIdle(page, `/dashboard/product/${id}`)
  for (const width of [640, 768, 1023]) {
    await setViewportWidth(page, width)

    const cover = page.getByRole('main').locator('picture').first()
    const [frameHeight, coverHeight] = await cover.evaluate(picture => [
      picture.parentElement!.getBoundingClientRect().height,
      picture.getBoundingClientRect().height,
    ])

    expect(frameHeight, `at ${width}`).toBeCloseTo(coverHeight, 0)
  }
})

test('the form that edits a product shows its present cover', async ({ openBrowser, server }) => {
  const { api } = await createSeller(server, 'present-cover')
  const product = await addProduct(server, api, { name: 'Recetas' })
  const seller = await openBrowser('es')
  await setSessionCookies(seller, server, api)
  await seller.page.goto(`/dashboard/product/edit/${product.id}`)

  // The zone for files contains the image and the file field.
  const zone = seller.page.locator('input[name=image_file]').locator('xpath=../..')

  await expect(zone.locator('img')).toHaveAttribute('src', product.imageFile)
})

test('the dashboard shows the seller’s picture', async ({ openBrowser, server }) => {
  const { api } = await createSeller(server, 'picture')
  const { profilePictureUrl } = expectOk(
    await api.call(uploadPicture, {
      form: {},
      files: { picture_file: await createCoverImage({ width: 400, height: 400 }) },
    }),
  )
  const seller = await openBrowser('en')
  await setSessionCookies(seller, server, api)
  await seller.page.goto('/dashboard/home')

  const card = seller.page.getByRole('link').filter({ hasText: m.dash_view({}, o) })

  await expect(card.locator('img')).toHaveAttribute('src', profilePictureUrl!)
})
