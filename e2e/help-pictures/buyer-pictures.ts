import type { Page } from '@playwright/test'
import * as m from '#messages'
import { waitForHydration } from '../actions/account-actions.ts'
import { expect } from '../fixtures.ts'
import type { HelpPicture } from './picture.ts'
import { BUYER } from './picture-data.ts'

const QUESTIONS = {
  es: 'Hola, ¿hay recetas sin gluten?',
  en: 'Hi! Are there recipes without gluten?',
}

const stateOf = (page: Page) => page.locator('article > [aria-live]')
/** A section of an order that opens by a press on its first line, also inside of another one. */
const detailsOf = (page: Page, summary: string) =>
  page
    .locator('details')
    .filter({ has: page.getByText(summary, { exact: true }) })
    .last()

/**
 * A picture of the paid order, taken once the questions for reviews are there. They come by themselves after everything
 * else, and would move what is shown.
 */
const paidOrderPicture = (picture: Pick<HelpPicture, 'guide' | 'name' | 'reach'>): HelpPicture => ({
  ...picture,
  viewer: 'visitor',
  address: ({ paid }) => `/order/${paid.token}`,
  reach: async (page, o) => {
    await expect(page.getByRole('region', { name: m.review_order_title({}, o) })).toBeVisible()
    return picture.reach(page, o)
  },
})

/** The pictures of the guides for buyers. */
export const BUYER_PICTURES: HelpPicture[] = [
  {
    guide: 'how-to-buy',
    name: 'buy-form',
    viewer: 'visitor',
    address: ({ productIds }) => `/product/${productIds.get('Recetas de mi abuela')}`,
    reach: async (page, o) => {
      const email = page.getByLabel(m.buy_email({}, o), { exact: true })
      await email.fill(BUYER)
      await page.getByLabel(m.buy_confirm({}, o), { exact: true }).fill(BUYER)
      const pay = page.getByRole('link', { name: m.buy_now({}, o), exact: true })
      await expect(pay).toBeVisible()
      return page.locator('form').filter({ has: email })
    },
  },
  paidOrderPicture({
    guide: 'how-to-buy',
    name: 'paid-order',
    reach: async page => {
      await expect(page.locator('a[href*="/public/download/"]')).toHaveCount(3)
      return [stateOf(page), page.locator('article ul').first()]
    },
  }),
  {
    guide: 'cash-and-transfer',
    name: 'voucher',
    viewer: 'visitor',
    address: ({ voucher }) => `/order/${voucher.token}`,
    reach: async (page, o) => [
      stateOf(page),
      page.getByText(m.voucher_other_way_note({}, o), { exact: true }),
    ],
  },
  {
    guide: 'find-your-files',
    name: 'find-order',
    viewer: 'visitor',
    address: () => '/order',
    reach: async (page, o) => {
      await waitForHydration(page)
      const field = page.getByLabel(m.order_mine_field({}, o))
      await field.fill(BUYER)
      return [
        page.getByRole('heading', { level: 1 }),
        page.locator('main form').getByRole('button').last(),
      ]
    },
  },
  paidOrderPicture({
    guide: 'find-your-files',
    name: 'new-link',
    reach: async (page, o) => {
      await page.getByText(m.order_help({}, o)).click()
      await page.getByText(m.order_link_void_ask({}, o)).click()
      return detailsOf(page, m.order_link_void_ask({}, o))
    },
  }),
  paidOrderPicture({
    guide: 'get-your-money-back',
    name: 'withdrawal',
    reach: async (page, o) => {
      await page.getByText(m.withdrawal_order_ask({}, o)).click()
      await expect(
        page.getByRole('button', { name: m.withdrawal_order_confirm({}, o) }),
      ).toBeVisible()
      return detailsOf(page, m.withdrawal_order_ask({}, o))
    },
  }),
  paidOrderPicture({
    guide: 'problems-with-an-order',
    name: 'message-to-seller',
    reach: async (page, o) => {
      await page.getByText(m.order_help({}, o)).click()
      await page.getByText(m.message_ask({}, o)).click()
      const message = detailsOf(page, m.message_ask({}, o))
      await message.getByRole('textbox').fill(QUESTIONS[o.locale])
      return message
    },
  }),
  paidOrderPicture({
    guide: 'problems-with-an-order',
    name: 'receipt-data',
    reach: async (page, o) => {
      await page.getByRole('button', { name: m.receipt_add_data({}, o) }).click()
      await page.getByLabel(m.receipt_data_name({}, o)).fill('Lucía Paz')
      return page.getByRole('region', { name: m.receipt_section({}, o) })
    },
  }),
]
