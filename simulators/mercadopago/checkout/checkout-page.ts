import { html } from '../../shared/html.ts'
import type { PageLanguage } from '../../shared/language.ts'
import { renderPageLayout } from '../page.ts'
import { REJECTION_REASONS, type PaymentOutcome } from '../payments/outcomes.ts'
import type { PreferenceItem, Preference } from '../state/model.ts'
import { formatMoney } from './money.ts'

const TEXTS = {
  es: {
    title: 'Pagar',
    notReal: 'Esto es una simulación: nadie cobra ni paga.',
    total: 'Total',
    how: '¿Qué pasa con este pago?',
    approved: 'Tarjeta de crédito: aprobada',
    account_money: 'Dinero en cuenta: aprobado',
    in_process: 'Tarjeta de crédito: en revisión',
    pending_cash: 'Efectivo: cupón para pagar después',
    rejected: 'Tarjeta de crédito: rechazada',
    cancelled: 'Pago cancelado por el comprador',
    reason: 'Motivo, si se rechaza',
    email: 'Email de tu cuenta de MercadoPago',
    pay: 'Pagar',
    back: 'Volver al sitio sin pagar',
  },
  en: {
    title: 'Pay',
    notReal: 'This is a simulation: nobody charges or pays.',
    total: 'Total',
    how: 'What happens with this payment?',
    approved: 'Credit card: approved',
    account_money: 'Account money: approved',
    in_process: 'Credit card: under review',
    pending_cash: 'Cash: a voucher to pay later',
    rejected: 'Credit card: rejected',
    cancelled: 'Cancelled by the buyer',
    reason: 'Reason, if it is rejected',
    email: 'Email of your MercadoPago account',
    pay: 'Pay',
    back: 'Back to the site without paying',
  },
}

/** Renders the hosted checkout page: the items, and a form in which the buyer chooses the outcome of the payment. */
export function renderCheckoutPage(
  language: PageLanguage,
  preference: Preference,
  outcomes: readonly PaymentOutcome[],
): string {
  const text = TEXTS[language]
  const total = formatMoney(language, preference.total_amount, preference.items[0]!.currency_id)
  const action = `/checkout/v1/redirect?pref_id=${encodeURIComponent(preference.id)}`
  const line = (item: PreferenceItem) =>
    html`<li>
      <span>${item.quantity} × ${item.title}</span>
      <span>${formatMoney(language, item.quantity * item.unit_price, item.currency_id)}</span>
    </li>`
  const choice = (outcome: PaymentOutcome, index: number) =>
    html`<label class="choice">
      <input type="radio" name="outcome" value="${outcome}" ${index === 0 ? html`checked` : ''} />
      ${text[outcome]}
    </label>`
  const body = html`<section>
      <h1>${text.title}</h1>
      <p class="quiet">${text.notReal}</p>
      <ul class="lines">
        ${preference.items.map(line)}
      </ul>
      <p>${text.total} <span class="total">${total}</span></p>
    </section>
    <section>
      <form method="post" action="${action}">
        <fieldset>
          <legend>${text.how}</legend>
          ${outcomes.map(choice)}
        </fieldset>
        <label for="reason">${text.reason}</label>
        <select id="reason" name="reason">
          ${REJECTION_REASONS.map(reason => html`<option>${reason}</option>`)}
        </select>
        <label for="email">${text.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          required
          value="${preference.payer?.email ?? 'comprador@cuentas.example'}"
        />
        <div class="row"><button class="wide">${text.pay} ${total}</button></div>
      </form>
      <form method="post" action="${action}">
        <input type="hidden" name="outcome" value="back" />
        <div class="row"><button class="plain wide">${text.back}</button></div>
      </form>
    </section>`
  return renderPageLayout({ language, title: text.title, body })
}
