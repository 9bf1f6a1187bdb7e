import { NOTIFICATION_KINDS } from '#contract/notifications.ts'
import type { Locale } from '#messages/runtime'
import type { EmailContent } from '#server/mail/template.ts'
import { buildNotificationEmail } from '#server/features/notifications/service.ts'
import { type MailSamples, buildOrderSamples } from './order-samples.ts'

/**
 * Builds at least one sample of every kind of email. The type requires a sample of each kind.
 * @param locale the language of the notifications, which are queued as text
 */
export function buildSamples(
  publicOrigin: string,
  locale: Locale,
): Record<EmailContent['kind'], MailSamples> {
  const link = `${publicOrigin}/sample`
  const recoverLink = `${publicOrigin}/recover`
  return {
    ...buildOrderSamples(publicOrigin),
    verify_account: { one: { kind: 'verify_account', link } },
    welcome: { one: { kind: 'welcome', link } },
    product_available: {
      one: {
        kind: 'product_available',
        productName: 'Recetas de la abuela',
        sellerUsername: 'luciahuerta',
        link,
      },
    },
    recover: {
      reset: { kind: 'recover', purpose: 'reset', link },
      set: { kind: 'recover', purpose: 'set', link },
    },
    email_change: { one: { kind: 'email_change', link } },
    contact_email: { one: { kind: 'contact_email', username: 'luciahuerta', link } },
    email_change_notice: {
      one: { kind: 'email_change_notice', newEmail: 'nueva@mail.test', recoverLink },
    },
    email_changed: {
      one: {
        kind: 'email_changed',
        newEmail: 'nueva@mail.test',
        until: '2026-08-15T15:30:00.000Z',
        link: recoverLink,
      },
    },
    tokens_refused: { one: { kind: 'tokens_refused', count: 10, link } },
    password_changed: { one: { kind: 'password_changed', recoverLink } },
    google_changed: {
      linked: {
        kind: 'google_changed',
        change: 'linked',
        googleEmail: 'lucia@mail.test',
        recoverLink,
      },
      unlinked: {
        kind: 'google_changed',
        change: 'unlinked',
        googleEmail: 'lucia@mail.test',
        recoverLink,
      },
    },
    new_device: {
      one: {
        kind: 'new_device',
        browser: 'Firefox',
        system: 'Windows',
        place: '200.45.x.x',
        at: '2026-11-21T15:00:00Z',
        link,
        recoverLink,
      },
    },
    sign_in_code: {
      one: {
        kind: 'sign_in_code',
        code: '7KQ4M-X0PZA',
        browser: 'Firefox',
        system: 'Windows',
        place: '200.45.x.x',
        recoverLink,
      },
    },
    support_message: {
      one: {
        kind: 'support_message',
        email: 'pablo@mail.test',
        message: 'Hola, no encuentro mi archivo.',
        userId: null,
      },
    },
    account_suspended: {
      suspended: { kind: 'account_suspended', reason: 'Productos copiados', link },
      ended: { kind: 'account_suspended', reason: null, link },
    },
    seller_notification: buildNotificationSamples(publicOrigin, locale),
  }
}

/** The kinds of notifications that are not about an order. */
const ABOUT_NO_ORDER = /^(account_|storage_|second_factor|product_|file_|unmatched_)/

function buildNotificationSamples(publicOrigin: string, locale: Locale): MailSamples {
  const order = { orderId: '1a2b3c4d-0000-4000-8000-000000000000', items: 1 }
  const detail = {
    productName: 'Recetas de la abuela',
    amountMinor: 801_000,
    currency: 'ARS' as const,
    paymentId: '132871553401',
    collectorId: '446566691',
    previousCollectorId: '325111842',
    activatesAt: '2026-11-24T15:00:00.000Z',
    account: 'revoked' as const,
    review: 'another_amount' as const,
    refusal: 'too_old' as const,
    reason: 'Tapa con una marca ajena',
    fileRefusal: 'malware' as const,
    stars: 4,
    signature: 'Win.Test.EICAR_HDB-1',
    areDownloadsClosed: true,
  }
  const emailDetail = {
    reviewText: 'Muy claro y bien explicado. Le falta un índice.',
    sale: {
      number: 'K7M3-2QRD',
      date: '2026-11-21T15:00:00Z',
      buyer: 'p•••@mail.test',
      currency: 'ARS' as const,
      totalMinor: 890_000,
      items: [
        {
          name: 'Recetas de la abuela',
          priceMinor: 890_000,
          imageUrl: `${publicOrigin}/icons/icon-192.png`,
        },
      ],
    },
  }
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind): [string, EmailContent] => [
      kind,
      {
        kind: 'seller_notification',
        parts: buildNotificationEmail(
          {
            kind,
            dedupeKey: kind,
            emailDetail,
            detail: ABOUT_NO_ORDER.test(kind) ? detail : { ...order, ...detail },
          },
          locale,
          publicOrigin,
        ),
      },
    ]),
  )
}
