import { html } from '../../shared/html.ts'
import type { PageLanguage } from '../../shared/language.ts'
import { renderPageLayout } from '../page.ts'
import type { Payment } from '../state/model.ts'
import { formatMoney } from './money.ts'

const TEXTS = {
  es: {
    unknown: 'Este enlace de pago no existe',
    expired: 'Este enlace de pago venció',
    paid: 'Este pago ya está hecho',
    invalid: 'Elegí qué pasa con el pago',
    done: 'Listo',
    back: 'Volver al sitio',
    voucher: 'Cupón de pago en efectivo',
    voucherHow: 'Mostrá este número en la caja antes de que venza.',
    due: 'Vence',
    payNow: 'Pagar el cupón',
    state: 'Estado del pago',
  },
  en: {
    unknown: 'This payment link does not exist',
    expired: 'This payment link has expired',
    paid: 'This has been paid already',
    invalid: 'Choose what happens with the payment',
    done: 'Done',
    back: 'Back to the site',
    voucher: 'Cash payment voucher',
    voucherHow: 'Show this number at the counter before it expires.',
    due: 'Expires',
    payNow: 'Pay the voucher',
    state: 'State of the payment',
  },
}

type Message = 'unknown' | 'expired' | 'paid' | 'invalid' | 'done'

/** Renders a page with one sentence and, if the preference has one, a link back to the marketplace. */
export function renderMessagePage(
  language: PageLanguage,
  message: Message,
  backUrl?: string,
): string {
  const text = TEXTS[language]
  const title = text[message]
  const body = html`<section>
    <h1>${title}</h1>
    ${backUrl && html`<p><a class="button plain" href="${backUrl}">${text.back}</a></p>`}
  </section>`
  return renderPageLayout({ language, title, body })
}

/** Renders the voucher of a cash payment. Its button pays the voucher, as a cashier would. */
export function renderVoucherPage(language: PageLanguage, payment: Payment): string {
  const text = TEXTS[language]
  const amount = formatMoney(language, payment.transaction_amount, payment.currency_id)
  const pay = html`<form method="post" action="/voucher/${payment.id}">
    <div class="row"><button class="wide">${text.payNow}</button></div>
  </form>`
  const due = payment.date_of_expiration?.slice(0, 16).replace('T', ' ')
  const body = html`<section>
    <h1>${text.voucher} · ${payment.payment_method_id}</h1>
    <p>${text.voucherHow}</p>
    <p class="total">${amount}</p>
    <p><code>${String(payment.id).padStart(24, '0')}</code></p>
    <p>${text.due}: ${due}</p>
    <p class="quiet">${text.state}: ${payment.status} (${payment.status_detail})</p>
    ${payment.status === 'pending' ? pay : undefined}
  </section>`
  return renderPageLayout({ language, title: text.voucher, body })
}
