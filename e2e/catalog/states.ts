import type { Page } from '@playwright/test'
import * as m from '#messages'
import type { Locale } from '#messages/runtime'
import { forceClick, waitForHydration } from '../actions/account-actions.ts'
import { expect } from '../fixtures.ts'
import { waitForIdle } from '../page/wait-for-idle.ts'

/** A state of a screen that only appears after an action, and how to reach it from the open screen. */
export interface ScreenState {
  /** The name of the screen in the list of screens. */
  screen: string
  state: string
  reach: (page: Page, options: { locale: Locale }) => Promise<void>
}

type Label = (inputs: Record<string, never>, options: { locale: Locale }) => string

/** Sends an incomplete form, so that it shows its errors. */
const sendEmptyForm =
  (label: Label): ScreenState['reach'] =>
  async (page, o) => {
    await waitForHydration(page)
    await forceClick(page.getByRole('button', { name: label({}, o), exact: true }))
    await expect(page.getByRole('alert').first()).toBeVisible()
  }

/** Presses a button that opens a dialog. */
const openDialog =
  (label: Label): ScreenState['reach'] =>
  async (page, o) => {
    await page
      .getByRole('button', { name: label({}, o), exact: true })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
  }

export const STATES: ScreenState[] = [
  { screen: 'register', state: 'errors', reach: sendEmptyForm(m.register_submit) },
  { screen: 'login', state: 'errors', reach: sendEmptyForm(m.login_submit) },
  { screen: 'second-step', state: 'errors', reach: sendEmptyForm(m.second_step_submit) },
  { screen: 'second-factor', state: 'totp-dialog', reach: openDialog(m.totp_add) },
  {
    screen: 'second-factor-active',
    state: 'renew-dialog',
    reach: openDialog(m.recovery_codes_renew),
  },
  { screen: 'recover', state: 'errors', reach: sendEmptyForm(m.recover_submit) },
  { screen: 'set', state: 'errors', reach: sendEmptyForm(m.set_submit) },
  { screen: 'help', state: 'errors', reach: sendEmptyForm(m.help_send) },
  { screen: 'withdrawal', state: 'errors', reach: sendEmptyForm(m.withdrawal_submit) },
  {
    screen: 'withdrawal',
    state: 'code',
    reach: async (page, o) => {
      await waitForHydration(page)
      await page.getByLabel(m.withdrawal_field({}, o)).fill('nobody@mail.test')
      await page.getByRole('button', { name: m.withdrawal_submit({}, o) }).click()
      await expect(page.getByText(m.withdrawal_sent({}, o))).toBeVisible()
    },
  },
  {
    screen: 'order-approved',
    state: 'withdrawal',
    reach: async (page, o) => {
      await page.getByText(m.withdrawal_order_ask({}, o)).click()
      await expect(
        page.getByRole('button', { name: m.withdrawal_order_confirm({}, o) }),
      ).toBeVisible()
    },
  },
  { screen: 'create', state: 'errors', reach: sendEmptyForm(m.create_submit) },
  { screen: 'faq', state: 'help-dialog', reach: openDialog(m.help_button) },
  { screen: 'product', state: 'report-dialog', reach: openDialog(m.report_open) },
  {
    screen: 'product',
    state: 'email-slip',
    reach: async (page, o) => {
      const field = page.getByRole('textbox', { name: m.buy_email({}, o), exact: true })
      // The first interaction loads the code of the form.
      await field.click()
      await waitForIdle(page)
      await field.fill('ana@gmial.com')
      await page.keyboard.press('Tab')
      await expect(page.getByText('gmail.com')).toBeVisible()
    },
  },
  {
    screen: 'order-approved',
    state: 'help',
    reach: async (page, o) => {
      await page.getByText(m.order_help({}, o)).click()
      await expect(page.getByText(m.message_ask({}, o))).toBeVisible()
    },
  },
  {
    screen: 'sale',
    state: 'refund',
    reach: async (page, o) => {
      await page.getByRole('button', { name: m.sale_refund({}, o) }).click()
      await page.getByLabel(m.sale_refund_what({}, o)).selectOption('amount')
      await page.getByLabel(m.sale_refund_amount_label({}, o), { exact: true }).fill('1000')
      await expect(page.getByRole('dialog', { name: '1.000' })).toBeVisible()
    },
  },
  {
    screen: 'sale',
    state: 'more',
    reach: async (page, o) => {
      await page.getByRole('button', { name: m.sale_more({}, o) }).click()
      await expect(page.getByRole('link', { name: m.sale_receipt({}, o) })).toBeVisible()
    },
  },
  {
    screen: 'order-approved',
    state: 'receipt-form',
    reach: async (page, o) => {
      await page.getByRole('button', { name: m.receipt_add_data({}, o) }).click()
      await expect(page.getByLabel(m.receipt_data_number({}, o))).toBeVisible()
    },
  },
  { screen: 'security', state: 'email-dialog', reach: openDialog(m.security_change_email) },
  { screen: 'security', state: 'password-dialog', reach: openDialog(m.security_change_password) },
  { screen: 'security', state: 'close-dialog', reach: openDialog(m.close_account) },
]
