import { html } from '../../shared/html.ts'
import type { PageLanguage } from '../../shared/language.ts'
import type { WebhookSettings } from '../webhooks/delivery.ts'
import type { InjectedFault } from './fault-injection.ts'

const TEXTS = {
  es: {
    notices: 'Avisos',
    copies: 'Copias de cada aviso',
    delayMs: 'Demora (ms)',
    tsUnit: 'Unidad de la fecha firmada',
    drop: 'Se pierden',
    badSignature: 'Con una firma falsa',
    unsigned: 'Sin firma, como los antiguos',
    save: 'Usar desde ahora',
    faults: 'Fallas',
    waiting: 'Esperan',
    path: 'Comienzo de la ruta',
    times: 'Cuántas veces',
    status: 'Responder este código',
    latencyMs: 'Responder tarde (ms)',
    hang: 'No responder nunca',
    reset: 'Cortar la conexión',
    malformed: 'Cortar la respuesta',
    add: 'Agregar la falla',
    clear: 'Quitar todas',
  },
  en: {
    notices: 'Notices',
    copies: 'Copies of each notice',
    delayMs: 'Delay (ms)',
    tsUnit: 'Unit of the signed date',
    drop: 'They get lost',
    badSignature: 'With a forged signature',
    unsigned: 'Unsigned, as the old ones',
    save: 'Use from now on',
    faults: 'Faults',
    waiting: 'Waiting',
    path: 'Beginning of the path',
    times: 'How many times',
    status: 'Answer this status',
    latencyMs: 'Answer late (ms)',
    hang: 'Never answer',
    reset: 'Cut the connection',
    malformed: 'Cut the answer off',
    add: 'Add the fault',
    clear: 'Take all back',
  },
}

/**
 * Renders the forms for webhook settings and faults. The form fields have the same names as the fields of the control
 * API.
 */
export function renderSettingForms(
  language: PageLanguage,
  setting: WebhookSettings,
  faults: InjectedFault[],
) {
  const text = TEXTS[language]
  const check = (name: 'drop' | 'badSignature' | 'unsigned') =>
    checkbox(name, text[name], setting[name])
  const unit = (name: 's' | 'ms') =>
    html`<option ${(setting.tsUnit ?? 's') === name ? html`selected` : ''}>${name}</option>`
  return html`<section>
      <h2>${text.notices}</h2>
      <form method="post" action="/control/notifications">
        ${field('copies', text.copies, setting.copies ?? 1)}
        ${field('delayMs', text.delayMs, setting.delayMs ?? 0)}
        <label for="tsUnit">${text.tsUnit}</label>
        <select id="tsUnit" name="tsUnit">
          ${unit('s')}${unit('ms')}
        </select>
        ${check('drop')}${check('badSignature')}${check('unsigned')}
        <div class="row"><button>${text.save}</button></div>
      </form>
    </section>
    <section>
      <h2>${text.faults}</h2>
      <p class="quiet">${text.waiting}: ${faults.length}</p>
      <form method="post" action="/control/faults">
        ${field('path', text.path, '/v1/payments')} ${field('times', text.times, 1)}
        ${field('status', text.status)} ${field('latencyMs', text.latencyMs)}
        ${checkbox('hang', text.hang)} ${checkbox('reset', text.reset)}
        ${checkbox('malformed', text.malformed)}
        <div class="row"><button>${text.add}</button></div>
      </form>
      <form method="post" action="/control/faults/clear">
        <div class="row"><button class="plain">${text.clear}</button></div>
      </form>
    </section>`
}

function field(name: string, label: string, value: string | number = '') {
  return html`<label for="${name}">${label}</label>
    <input type="text" id="${name}" name="${name}" value="${value}" />`
}

function checkbox(name: string, label: string, checked = false) {
  return html`<label class="choice">
    <input type="checkbox" name="${name}" value="true" ${checked ? html`checked` : ''} />
    ${label}
  </label>`
}
