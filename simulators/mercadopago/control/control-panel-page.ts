import { html } from '../../shared/html.ts'
import type { PageLanguage } from '../../shared/language.ts'
import { formatMoney } from '../checkout/money.ts'
import { renderPageLayout } from '../page.ts'
import type { Payment, Preference, SellerAccount } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import type { InjectedFault } from './fault-injection.ts'
import { isActionOffered, PAYMENT_ACTION_NAMES, PAYMENT_ACTIONS } from './payment-actions.ts'
import { renderSettingForms } from './setting-forms.ts'

const TEXTS = {
  es: {
    title: 'Panel del simulador',
    payments: 'Pagos',
    preferences: 'Preferencias',
    sellers: 'Vendedores',
    state: 'Estado',
    amount: 'Importe',
    reference: 'Referencia',
    payer: 'Comprador',
    actions: 'Acciones',
    notify: 'Avisar de nuevo',
    stop: 'Alerta de fraude',
    open: 'Abrir el pago',
    revoke: 'Quitar el permiso',
    expireToken: 'Vencer el token',
    none: 'Todavía no hay nada.',
    linked: 'vinculado',
    newest: 'Los más nuevos primero, hasta 50.',
  },
  en: {
    title: "The simulator's panel",
    payments: 'Payments',
    preferences: 'Preferences',
    sellers: 'Sellers',
    state: 'State',
    amount: 'Amount',
    reference: 'Reference',
    payer: 'Buyer',
    actions: 'Actions',
    notify: 'Notify again',
    stop: 'Fraud alert',
    open: 'Open the payment page',
    revoke: 'Revoke the permission',
    expireToken: 'Expire the token',
    none: 'Nothing yet.',
    linked: 'linked',
    newest: 'Newest first, up to 50.',
  },
}
type Texts = (typeof TEXTS)['es']

/** Renders the control panel: payments, preferences and sellers, with a button for each possible action. */
export function renderControlPanel(
  language: PageLanguage,
  context: SimulatorContext,
  faults: InjectedFault[],
): string {
  const { store, now, webhookSender } = context
  const text = TEXTS[language]
  const payments = store.all('payments').slice(-50).reverse()
  const preferences = store.all('preferences').slice(-50).reverse()
  const linked = new Set(
    store
      .all('accessTokens')
      .filter(token => !token.revoked && token.expiresAt > now())
      .map(({ userId }) => userId),
  )
  const body = html`<section>
      <h1>${text.title}</h1>
      <h2>${text.payments}</h2>
      <p class="quiet">${payments.length > 0 ? text.newest : text.none}</p>
      ${table(
        ['id', text.state, text.amount, text.payer, text.reference, text.actions],
        payments.map(({ payment }) => paymentRow(language, text, payment)),
      )}
    </section>
    <section>
      <h2>${text.preferences}</h2>
      <p class="quiet">${preferences.length > 0 ? text.newest : text.none}</p>
      ${table(
        ['id', text.amount, text.reference, text.actions],
        preferences.map(({ preference }) => preferenceRow(language, text, preference)),
      )}
    </section>
    <section>
      <h2>${text.sellers}</h2>
      ${table(
        ['user_id', text.sellers, text.state, text.actions],
        store.all('sellers').map(seller => sellerRow(text, seller, linked.has(seller.userId))),
      )}
    </section>
    ${renderSettingForms(language, webhookSender.settings, faults)}`
  return renderPageLayout({ language, title: text.title, body, wide: true })
}

function paymentRow(language: PageLanguage, text: Texts, payment: Payment) {
  const { id, status, status_detail: detail, currency_id: currency } = payment
  const offered = PAYMENT_ACTION_NAMES.filter(name => isActionOffered(name, status))
  const change = (name: (typeof offered)[number]) =>
    button(`/control/payments/${id}`, { action: name }, PAYMENT_ACTIONS[name].label[language])
  return [
    html`<code>${id}</code>`,
    html`${status}<br /><span class="quiet">${detail}</span>`,
    formatMoney(language, payment.transaction_amount, currency),
    payment.payer.email,
    html`<code>${payment.external_reference}</code>`,
    html`${offered.map(change)} ${button('/control/notify', { paymentId: id }, text.notify)}
    ${button('/control/notify', { paymentId: id, topic: 'stop_delivery_op_wh' }, text.stop)}`,
  ]
}

function preferenceRow(language: PageLanguage, text: Texts, preference: Preference) {
  const currency = preference.items[0]!.currency_id
  return [
    html`<code>${preference.id}</code>`,
    formatMoney(language, preference.total_amount, currency),
    html`<code>${preference.external_reference}</code>`,
    html`<a href="/checkout/v1/redirect?pref_id=${preference.id}">${text.open}</a>`,
  ]
}

function sellerRow(text: Texts, { userId, name }: SellerAccount, linked: boolean) {
  const controls = html`${button('/control/revoke', { userId }, text.revoke)}
  ${button('/control/expire-token', { userId }, text.expireToken)}`
  return [html`<code>${userId}</code>`, name, linked ? text.linked : '', linked ? controls : '']
}

function table(heads: string[], rows: Parameters<typeof html>[1][][]) {
  if (rows.length === 0) return undefined
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${heads.map(head => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          cells =>
            html`<tr>
              ${cells.map(cell => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function button(action: string, fields: Record<string, string | number>, label: string) {
  return html`<form method="post" action="${action}">
    ${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="plain small">${label}</button>
  </form> `
}
