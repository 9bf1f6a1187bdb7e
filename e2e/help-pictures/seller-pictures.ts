import type { Page } from '@playwright/test'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { DEMO_CATALOG } from '#demo/catalog/catalog.ts'
import { renderCover } from '#demo/covers/cover.ts'
import { createProductFile } from '#demo/files/product-file.ts'
import { waitForHydration } from '../actions/account-actions.ts'
import { expect } from '../fixtures.ts'
import type { HelpPicture } from './picture.ts'

const BOOK = 'Recetas de mi abuela'
const PRODUCT = DEMO_CATALOG.find(({ name }) => name === 'Menú semanal para imprimir')!

type Label = (inputs: Record<string, never>, options: { locale: Locale }) => string

const openSale = (page: Page, o: { locale: Locale }) =>
  page.getByRole('dialog', { name: m.sale_title({}, o) })

const section = (page: Page, label: Label, o: { locale: Locale }) =>
  page.getByRole('region', { name: label({}, o), exact: true })

/** The pictures of the guides for sellers. */
export const SELLER_PICTURES: HelpPicture[] = [
  {
    guide: 'open-your-shop',
    name: 'connect',
    viewer: 'unlinkedSeller',
    address: () => '/dashboard/profile/payment',
    reach: async (page, o) => {
      const button = page.getByRole('button', { name: m.payment_connect({}, o) })
      await expect(button).toBeVisible()
      return section(page, m.payment_title, o).locator('> div > div').first()
    },
  },
  {
    guide: 'open-your-shop',
    name: 'contact-details',
    viewer: 'seller',
    address: () => '/dashboard/profile/build',
    reach: async (page, o) => {
      const email = page.getByLabel(m.my_profile_contact_email({}, o))
      await expect(email).toHaveValue(/./)
      const fields = [email, page.getByLabel('WhatsApp'), page.getByLabel('Instagram')]
      return fields.map(field => field.locator('xpath=ancestor::*[.//label][1]'))
    },
  },
  {
    guide: 'publish-a-product',
    name: 'files',
    viewer: 'seller',
    address: () => '/dashboard/product/create',
    reach: async (page, o) => {
      await waitForHydration(page)
      await page.getByLabel(m.create_name({}, o)).fill(PRODUCT.name)
      const cover = await renderCover(PRODUCT.name, PRODUCT.cover)
      await page.locator('input[name=product_file]').setInputFiles({
        name: PRODUCT.file.name,
        mimeType: 'application/pdf',
        buffer: Buffer.from(await createProductFile(PRODUCT, async () => cover)),
      })
      await page
        .locator('input[name=image_file]')
        .setInputFiles({ name: 'tapa.png', mimeType: 'image/png', buffer: cover })
      const files = section(page, m.files_title, o)
      await expect(files.getByRole('listitem').first()).toBeVisible()
      return files
    },
  },
  {
    guide: 'publish-a-product',
    name: 'price',
    viewer: 'seller',
    address: () => '/dashboard/product/create',
    reach: async (page, o) => {
      await waitForHydration(page)
      await page.getByLabel(m.create_price({}, o), { exact: true }).fill(String(PRODUCT.price))
      await page
        .locator('summary')
        .filter({ hasText: m.create_optional_price({}, o) })
        .click()
      await page.getByLabel(m.create_dynamic({}, o)).check({ force: true })
      const price = page.getByLabel(m.create_price_minimum({}, o), { exact: true })
      // The field with what the seller keeps of it.
      return price.locator('xpath=ancestor::div[.//output][1]')
    },
  },
  {
    guide: 'get-paid',
    name: 'what-you-keep',
    viewer: 'seller',
    address: ({ paid }) => `/dashboard/sales?sale=${paid.orderId}`,
    reach: async (page, o) => {
      const line = openSale(page, o).locator('article').first()
      await expect(line).toBeVisible()
      return [line.locator('h4'), line.locator('dl').first()]
    },
  },
  {
    guide: 'get-paid',
    name: 'account',
    viewer: 'seller',
    address: () => '/dashboard/profile/payment',
    reach: async (page, o) => {
      await expect(page.getByText(m.payment_linked_title({}, o))).toBeVisible()
      return section(page, m.payment_title, o).locator('> div > div').first()
    },
  },
  {
    guide: 'manage-your-sales',
    name: 'sales-list',
    viewer: 'seller',
    address: () => '/dashboard/sales?q=Recetas',
    reach: async (page, o) => {
      const list = page.getByRole('region', { name: m.desk_lines({}, o) })
      await expect(list.getByText(BOOK).filter({ visible: true }).first()).toBeVisible()
      await list.getByRole('button', { name: m.desk_filters_count({ count: 1 }, o) }).click()
      // The fields for days below show the format of the browser's own language.
      return [list.getByRole('heading').first(), page.getByLabel(m.desk_state({}, o))]
    },
  },
  {
    guide: 'manage-your-sales',
    name: 'sale-actions',
    viewer: 'seller',
    address: ({ paid }) => `/dashboard/sales?sale=${paid.orderId}`,
    reach: async (page, o) => {
      const sale = openSale(page, o)
      const resend = sale.getByRole('button', { name: m.sale_resend({}, o) })
      await expect(resend).toBeVisible()
      await sale.getByRole('button', { name: m.sale_more({}, o) }).click()
      const lastItem = sale.getByRole('link', { name: m.sale_receipt({}, o) })
      await expect(lastItem).toBeVisible()
      return [sale.getByText('@correo.test').first(), resend.locator('..'), lastItem.locator('..')]
    },
  },
  {
    guide: 'refunds-and-disputes',
    name: 'refund',
    viewer: 'seller',
    address: ({ paid }) => `/dashboard/sales?sale=${paid.orderId}`,
    reach: async (page, o) => {
      await openSale(page, o)
        .getByRole('button', { name: m.sale_refund({}, o) })
        .click()
      const dialog = page.getByRole('dialog').last()
      await dialog.getByLabel(m.sale_refund_what({}, o)).selectOption('items')
      await dialog.getByText('Pan casero sin amasar').click()
      return dialog
    },
  },
  {
    guide: 'refunds-and-disputes',
    name: 'refund-request',
    viewer: 'seller',
    address: () => '/dashboard/returns',
    reach: async (page, o) => {
      await expect(page.getByRole('button', { name: m.returns_grant({}, o) })).toBeVisible()
      return page.locator('main ul > li').first()
    },
  },
  {
    guide: 'protect-your-account',
    name: 'second-step',
    viewer: 'seller',
    address: () => '/dashboard/security/second-factor',
    reach: async (page, o) => {
      await expect(page.getByRole('button', { name: m.totp_add({}, o) })).toBeVisible()
      return [page.locator('main section').first(), page.locator('main section').nth(1)]
    },
  },
  {
    guide: 'protect-your-account',
    name: 'sessions',
    viewer: 'seller',
    address: () => '/dashboard/security',
    reach: async (page, o) => {
      await expect(page.getByRole('button', { name: m.devices_close({}, o) })).toBeVisible()
      return section(page, m.devices_title, o)
    },
  },
]
