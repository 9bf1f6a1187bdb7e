import { type Html, html } from '../../shared/html.ts'
import type { PageLanguage } from '../../shared/language.ts'
import { renderPageLayout } from '../page.ts'
import type { SellerAccount } from '../state/model.ts'

const TEXTS = {
  es: {
    title: 'Vincular tu cuenta',
    question: 'La aplicación pide permiso para cobrar en tu nombre.',
    account: 'Cuenta de MercadoPago',
    another: 'Abrir una cuenta nueva',
    allow: 'Permitir',
    deny: 'No permitir',
    refused: 'No se puede continuar',
  },
  en: {
    title: 'Link your account',
    question: 'The application asks for permission to charge on your behalf.',
    account: 'MercadoPago account',
    another: 'Open a new account',
    allow: 'Allow',
    deny: 'Deny',
    refused: 'This cannot go on',
  },
}

/** Renders the OAuth consent page, where sellers choose their MercadoPago account and allow or deny access to it. */
export function renderAuthorizationPage(
  language: PageLanguage,
  action: string,
  sellers: SellerAccount[],
): string {
  const text = TEXTS[language]
  return renderPageLayout({
    language,
    title: text.title,
    body: html`<section>
      <h1>${text.title}</h1>
      <p>${text.question}</p>
      <form method="post" action="${action}">
        <label for="user_id">${text.account}</label>
        <select id="user_id" name="user_id">
          ${sellers.map(option)}
          <option value="new">${text.another}</option>
        </select>
        <div class="row">
          <button name="decision" value="allow">${text.allow}</button>
          <button class="plain" name="decision" value="deny">${text.deny}</button>
        </div>
      </form>
    </section>`,
  })
}

/** Renders the error page for an invalid authorization request. */
export function renderInvalidRequestPage(language: PageLanguage, reason: string): string {
  const title = TEXTS[language].refused
  const body = html`<section>
    <h1>${title}</h1>
    <p><code>${reason}</code></p>
  </section>`
  return renderPageLayout({ language, title, body })
}

const option = ({ userId, name }: SellerAccount): Html =>
  html`<option value="${userId}">${name} (${userId})</option>`
