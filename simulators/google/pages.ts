import { html } from '../shared/html.ts'
import type { PageLanguage } from '../shared/language.ts'
import { renderPage } from '../shared/page.ts'
import type { GoogleAccount } from './accounts.ts'

const TEXTS = {
  es: {
    brand: 'Google (simulador)',
    title: 'Elegí una cuenta',
    what: 'Cualquier dirección sirve: nadie la comprueba.',
    email: 'Email de la cuenta',
    verified: 'La dirección está verificada',
    workspace: 'Dominio de Google Workspace, si la cuenta es de una organización',
    allow: 'Continuar',
    deny: 'Cancelar',
    home: 'Inicio de sesión con Google',
    when: 'La página de elegir cuenta aparece al iniciar sesión.',
    stop: 'Dejar de funcionar',
    resume: 'Volver a funcionar',
  },
  en: {
    brand: 'Google (simulator)',
    title: 'Choose an account',
    what: 'Any address will do: nobody checks it.',
    email: 'Email of the account',
    verified: 'The address is verified',
    workspace: 'Google Workspace domain, if the account belongs to an organization',
    allow: 'Continue',
    deny: 'Cancel',
    home: 'Sign-in with Google',
    when: 'The account chooser appears when somebody signs in.',
    stop: 'Go down',
    resume: 'Come back',
  },
}

/** Renders the account chooser, where any email address can be chosen, as verified or unverified. */
export function renderAccountChooser(
  language: PageLanguage,
  action: string,
  accounts: GoogleAccount[],
): string {
  const text = TEXTS[language]
  return show(
    language,
    text.title,
    html`<section>
      <h1>${text.title}</h1>
      <p class="quiet">${text.what}</p>
      <form method="post" action="${action}">
        <label for="email">${text.email}</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="email"
          list="known"
          value="${accounts.at(-1)?.email ?? 'persona@gmail.example'}"
        />
        <datalist id="known">
          ${accounts.map(({ email }) => html`<option value="${email}"></option>`)}
        </datalist>
        <label class="choice">
          <input type="checkbox" name="email_verified" value="true" checked />
          ${text.verified}
        </label>
        <label for="hd">${text.workspace}</label>
        <input id="hd" name="hd" autocomplete="off" />
        <div class="row">
          <button name="decision" value="allow">${text.allow}</button>
          <button class="plain" name="decision" value="deny">${text.deny}</button>
        </div>
      </form>
    </section>`,
  )
}

/** Renders the simulator's home page, with a button that takes the simulated Google down or up again. */
export function renderHomePage(language: PageLanguage, isDown: boolean): string {
  const { home, when, stop, resume } = TEXTS[language]
  return show(
    language,
    home,
    html`<section>
      <h1>${home}</h1>
      <p>${when}</p>
      <form method="post" action="/control/fault">
        <button class="plain" name="mode" value="${isDown ? 'none' : 'down'}">
          ${isDown ? resume : stop}
        </button>
      </form>
    </section>`,
  )
}

function show(language: PageLanguage, title: string, body: ReturnType<typeof html>): string {
  return renderPage({ language, brand: TEXTS[language].brand, accent: '#8a2b1f', title, body })
}
