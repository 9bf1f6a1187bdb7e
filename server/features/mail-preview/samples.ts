import { SECOND_FACTOR_EVENTS } from '#contract/accounts/security-events.ts'
import type {
  EmailDetail,
  NotificationData,
  NotificationEvent,
  NotificationKind,
} from '#contract/notifications.ts'
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

/** A sample of the data of every notification. */
function listNotificationSamples(): { [K in NotificationKind]: NotificationData<K> } {
  const order = {
    orderId: '1a2b3c4d-0000-4000-8000-000000000000',
    productName: 'Recetas de la abuela',
    items: 1,
    currency: 'ARS' as const,
  }
  const money = { ...order, paymentId: '132871553401', amountMinor: 801_000 }
  const refund = { ...money, refundedMinor: money.amountMinor }
  const dispute = { ...money, report: 'claim:1' }
  const product = { productId: 1, productName: 'Recetas de la abuela' }
  const account = { collectorId: '446566691', previousCollectorId: '325111842' }
  const activatesAt = '2026-11-24T15:00:00.000Z'
  return {
    delivered: { ...order, shareMinor: 801_000 },
    refunded: refund,
    partly_refunded: refund,
    payment_refunded: refund,
    refund_refused: { ...money, refusal: 'too_old', refundId: '1' },
    second_payment: money,
    charged_back: dispute,
    chargeback_won: dispute,
    chargeback_lost: dispute,
    claim_opened: dispute,
    claim_closed: dispute,
    review: { ...order, reason: 'another_amount' },
    held: { ...order, paymentId: '132871553401', reason: 'fraud_alert' },
    withdrawal_asked: {
      ...money,
      note: 'A-7K3M-29QD',
      askedAt: '2026-11-20T15:00:00.000Z',
      dueAt: activatesAt,
    },
    product_review_hidden: { ...order, ...product, stars: 5, note: 'Contenido copiado', key: '1' },
    unmatched_refund: money,
    conversions_off: { receiver: 'meta', answer: 'secret_refused' },
    storage_80: {},
    storage_100: {},
    account_linked: account,
    account_replacement: { ...account, activatesAt },
    account_unlinked: { account: 'refresh_refused' },
    account_expiring: {},
    second_factor: { secondFactor: 'totp_added', undoUntil: activatesAt },
    product_review: { ...product, stars: 5 },
    statement: {
      month: '2026-10',
      isFinal: true,
      results: [{ currency: 'ARS', saleCount: 12, netMinor: 8_010_050 }],
    },
    planned: { ...product, outcome: 'offer_ended', amountMinor: 900_000, currency: 'ARS' },
    product_taken_down: { ...product, reason: 'Contenido copiado' },
    product_restored: product,
    file_published: product,
    file_refused: {
      ...product,
      fileRefusal: 'malware',
      signature: 'Win.Test.EICAR_HDB-1',
      areDownloadsClosed: true,
    },
  }
}

function buildNotificationSamples(publicOrigin: string, locale: Locale): MailSamples {
  const imageUrl = `${publicOrigin}/icons/icon-192.png`
  const emailDetail: EmailDetail = {
    reviewText: 'Muy claro y bien explicado. Le falta un índice.',
    sale: {
      number: 'K7M3-2QRD',
      date: '2026-11-21T15:00:00Z',
      buyer: 'p•••@mail.test',
      currency: 'ARS',
      totalMinor: 890_000,
      items: [{ name: 'Recetas de la abuela', priceMinor: 890_000, imageUrl }],
    },
  }
  const build = (kind: string, data: object): EmailContent => ({
    kind: 'seller_notification',
    parts: buildNotificationEmail(
      { kind, data, emailDetail } as NotificationEvent,
      locale,
      publicOrigin,
    ),
  })
  return Object.fromEntries([
    ...Object.entries(listNotificationSamples()).map(([kind, data]) => [kind, build(kind, data)]),
    ...SECOND_FACTOR_EVENTS.map(secondFactor => [
      `second_factor_${secondFactor}`,
      build('second_factor', { secondFactor, activatesAt: '2026-11-24T15:00:00.000Z' }),
    ]),
  ]) as MailSamples
}
