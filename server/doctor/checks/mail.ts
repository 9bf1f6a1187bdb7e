import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createMailer } from '#server/integrations/smtp.ts'
import { type Finding, describeError, fault, ok, warning } from '../finding.ts'

/** Connects to the mail server and signs in, without sending an email. */
export async function checkMail(config: Config): Promise<Finding[]> {
  if (!config.smtpUrl)
    return [
      warning(
        `emails are written to ${join(config.dataDir, 'mails')} and reach nobody`,
        'Set SMTP_URL.',
      ),
    ]
  const { host } = new URL(config.smtpUrl)
  const mailer = createMailer(config)
  try {
    await mailer.verify()
    return [ok(`${host} accepts the sign-in`)]
  } catch (error) {
    return [
      fault(
        `${host} does not accept the connection or the sign-in: ${describeError(error)}`,
        'Check host, port, user and password in SMTP_URL. In production the server must offer TLS; many networks close port 25, so use 587 or 465.',
      ),
    ]
  } finally {
    mailer.close()
  }
}
