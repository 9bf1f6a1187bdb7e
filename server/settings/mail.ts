import { optionalText, documentSetting } from './schemas.ts'

export const MAIL_SETTINGS = {
  SMTP_URL: documentSetting(optionalText(), {
    isRequired: true,
    meaning:
      '`smtp://` or `smtps://` URL with user and password. Without it, emails are written as files to `DATA_DIR/mails`',
  }),
  MAIL_FROM: documentSetting(optionalText(), {
    isRequired: true,
    shownDefault: '`BRAND_NAME <hola@localhost>`',
    meaning: 'the sender of emails',
  }),
  SUPPORT_EMAIL: documentSetting(optionalText(), {
    shownDefault: 'the address in `MAIL_FROM`',
    meaning:
      'the receiver of messages from the contact form, and of replies to emails that name no seller’s address',
  }),
}
