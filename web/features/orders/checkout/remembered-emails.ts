import type { FieldTexts } from './purchase-state.ts'

const STORAGE_KEY = 'kiosko:buyer'

/** The two email fields of the buy form. */
export type EmailTexts = Pick<FieldTexts, 'email' | 'confirm_email'>

/**
 * Returns the emails that the buyer typed before in this tab, so that a retry, a reload, another language or another
 * product does not ask for them again.
 */
export function readRememberedEmails(): EmailTexts {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<
      string,
      unknown
    >
    const { email, confirm_email } = stored
    return {
      ...(typeof email === 'string' && email && { email }),
      ...(typeof confirm_email === 'string' && confirm_email && { confirm_email }),
    }
  } catch {
    return {}
  }
}

/** Stores the typed emails until the tab is closed. If the browser refuses, nothing is remembered. */
export function rememberEmails({ email = '', confirm_email = '' }: EmailTexts): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ email, confirm_email }))
  } catch {
    // Without storage the form works as usual.
  }
}

export const hasRememberedEmails = (): boolean => Object.keys(readRememberedEmails()).length > 0
