import { html } from '../shared/html.ts'
import type { PageLanguage } from '../shared/language.ts'
import { renderPage } from '../shared/page.ts'
import { INBOX_FAULTS, type InboxFault } from './faults.ts'
import type { StoredMail } from './mailbox.ts'

const TEXTS = {
  es: {
    brand: 'Correo (simulador)',
    title: 'Bandeja de entrada',
    empty: 'Todavía no llegó ningún mensaje.',
    to: 'Para',
    subject: 'Asunto',
    date: 'Fecha',
    back: 'Volver a la bandeja',
    gone: 'Ese mensaje ya no está',
    plain: 'Texto sin formato',
    clear: 'Borrar todos',
    service: 'El servicio de correo',
    none: 'funciona',
    down: 'no responde',
    reject: 'rechaza a los destinatarios',
    unknown: 'no conoce las direcciones',
    greylist: 'pide otro intento y repite la dirección',
    bad_sender: 'rechaza al remitente',
    save: 'Usar desde ahora',
  },
  en: {
    brand: 'Mail (simulator)',
    title: 'Inbox',
    empty: 'No message has come yet.',
    to: 'To',
    subject: 'Subject',
    date: 'Date',
    back: 'Back to the inbox',
    gone: 'That message is no longer there',
    plain: 'Plain text',
    clear: 'Delete all',
    service: 'The mail service',
    none: 'works',
    down: 'is down',
    reject: 'rejects recipients',
    unknown: 'does not know the addresses',
    greylist: 'asks for another attempt and repeats the address',
    bad_sender: 'rejects the sender',
    save: 'Use from now on',
  },
}

/** Renders the inbox: all emails, newest first, and a form that chooses the fault of the mail service. */
export function renderInboxPage(
  language: PageLanguage,
  messages: StoredMail[],
  fault: InboxFault,
): string {
  const text = TEXTS[language]
  const row = ({ id, to, subject, date }: StoredMail) =>
    html`<tr>
      <td><a href="/messages/${id}">${subject || '—'}</a></td>
      <td>${to}</td>
      <td>${formatDate(language, date)}</td>
    </tr>`
  const list = html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">${text.subject}</th>
          <th scope="col">${text.to}</th>
          <th scope="col">${text.date}</th>
        </tr>
      </thead>
      <tbody>
        ${messages.toReversed().map(row)}
      </tbody>
    </table>
  </div>`
  const body = html`<section>
      <h1>${text.title}</h1>
      ${messages.length > 0 ? list : html`<p>${text.empty}</p>`}
      <form method="post" action="/api/messages/clear">
        <div class="row"><button class="plain">${text.clear}</button></div>
      </form>
    </section>
    <section>
      <form method="post" action="/api/fault">
        <label for="mode">${text.service}</label>
        <select id="mode" name="mode">
          ${INBOX_FAULTS.map(
            mode =>
              html`<option value="${mode}" ${mode === fault ? html`selected` : ''}>
                ${text[mode]}
              </option>`,
          )}
        </select>
        <div class="row"><button>${text.save}</button></div>
      </form>
    </section>`
  return show(language, text.title, body)
}

/** Renders one email. Its HTML is shown in a sandboxed iframe that can only open links in a new tab. */
export function renderMessagePage(language: PageLanguage, message: StoredMail | undefined): string {
  const text = TEXTS[language]
  const back = html`<p><a href="/">${text.back}</a></p>`
  if (!message)
    return show(
      language,
      text.gone,
      html`<section>
        <h1>${text.gone}</h1>
        ${back}
      </section>`,
    )
  const source = `<base target="_blank">${message.html}`
  const frame = html`<iframe
    title="${message.subject}"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcdoc="${source}"
  ></iframe>`
  const body = html`<section>
    ${back}
    <h1>${message.subject}</h1>
    <p class="quiet">${text.to}: ${message.to} · ${formatDate(language, message.date)}</p>
    ${message.html ? frame : undefined}
    <details ${message.html ? '' : 'open'}>
      <summary>${text.plain}</summary>
      <pre>${message.text}</pre>
    </details>
  </section>`
  return show(language, message.subject || text.title, body)
}

function formatDate(language: PageLanguage, date: string): string {
  const locale = language === 'es' ? 'es-ES' : 'en'
  return new Date(date).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
}

function show(language: PageLanguage, title: string, body: ReturnType<typeof html>): string {
  const { brand } = TEXTS[language]
  return renderPage({ language, brand, accent: '#1f5c3d', title, body, wide: true })
}
