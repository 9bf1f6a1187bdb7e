import { test } from 'vitest'
import { sendSupportMessage } from '#contract/support.ts'
import * as m from '#messages'
import { expect, success, useComponentPage } from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/features/support/contact-form.fixture.tsx')

test('the contact form counts the letters, is replaced by a confirmation, and starts empty for another message', async () => {
  const { answer, page, requestsTo, show } = await openPage()
  answer(sendSupportMessage, success(sendSupportMessage))
  await show('Contact')
  const message = page.getByRole('textbox', { name: m.help_message() })
  await page.getByRole('textbox', { name: m.help_email() }).fill('pablo@mail.test')
  await message.fill('No encuentro mi archivo.')
  await expect(page.getByText('24 / 2000')).toBeVisible()

  await page.getByRole('button', { name: m.help_send() }).click()
  await expect(page.getByText(m.help_sent({ email: 'pablo@mail.test' }))).toBeVisible()
  await expect(message).toHaveCount(0)
  await page.getByRole('button', { name: m.help_another() }).click()

  await expect(message).toHaveValue('')
  await expect(page.getByText('0 / 2000')).toBeVisible()
  expect(requestsTo(sendSupportMessage).map(({ body }) => body)).toEqual([
    { email: 'pablo@mail.test', message: 'No encuentro mi archivo.' },
  ])
})
