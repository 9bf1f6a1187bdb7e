import pg from 'pg'
import * as m from '#messages'
import { insertReviews } from '#tools/test-app/reviews/insert-reviews.ts'
import {
  addProduct,
  buyProducts,
  createSeller,
  createUniqueEmail,
} from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../page/screen-check.ts'
import { gotoAndWaitForIdle, waitForIdle } from '../page/wait-for-idle.ts'

const o = { locale: 'es' } as const

test('cards show ratings, and a visitor on a small phone sorts and filters by them', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'rated')
  const price = 771_301
  const good = await addProduct(server, api, { name: 'Baguala', price })
  const fair = await addProduct(server, api, { name: 'Vidala', price })
  const single = await addProduct(server, api, { name: 'Tonada', price })
  await buyProducts(server, [single.id], createUniqueEmail('rated'))
  const client = new pg.Client(server.databaseUrl)
  await client.connect()
  await insertReviews(client, good.id, [5, 5, 4, 5, 5, 5])
  await insertReviews(client, fair.id, [3, 4, 3, 4])
  await insertReviews(client, single.id, [5])
  await client.end()
  const { page } = await openBrowser('es', 320)
  const cards = page.getByRole('main').getByRole('article')

  await gotoAndWaitForIdle(page, `/explore?minPrice=${price}&maxPrice=${price}`)
  const sort = page.getByRole('combobox', { name: m.explore_sort({}, o) })
  await sort.click()
  await waitForIdle(page)
  await sort.selectOption({ label: m.explore_sort_best_rated({}, o) })
  await page.waitForURL(/sort=best_rated/)
  await expect(cards).toHaveCount(3)
  await expect(cards.nth(0)).toContainText(good.name)
  await expect(cards.nth(1)).toContainText(single.name)
  await expect(cards.nth(2)).toContainText(fair.name)
  const ratingOf = (average: string) => m.review_average_label({ average }, o)
  await expect(cards.nth(0)).toContainText(ratingOf('4,8'))
  await expect(cards.nth(2)).toContainText(ratingOf('3,5'))
  await expect(cards.nth(1)).not.toContainText('★')
  await checkScreen(page, 'explore-rated')

  await page.getByRole('checkbox', { name: m.explore_min_rating({}, o) }).check()
  await page.getByRole('button', { name: m.explore_apply({}, o) }).click()
  await page.waitForURL(/minRating=4/)
  await expect(cards).toHaveCount(1)
  await expect(cards).toContainText(good.name)

  await page.setViewportSize({ width: 1280, height: 900 })
  await gotoAndWaitForIdle(page, `/profile/${good.username}`)
  await expect(page.getByRole('article').filter({ hasText: good.name })).toContainText('★')
  await checkScreen(page, 'profile-rated')
  await gotoAndWaitForIdle(page, `/explore?minPrice=${price}&maxPrice=${price}`)
  await checkScreen(page, 'explore-rated-wide')
  await page.setViewportSize({ width: 1024, height: 900 })
  await checkScreen(page, 'explore-rated-tablet')
})
