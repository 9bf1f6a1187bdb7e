/**
 * The result of one check of the command `doctor`. A `fault` must be mended; a `warning` is allowed, but the
 * marketplace works less well or less safely with it.
 */
export interface Finding {
  state: 'ok' | 'warning' | 'fault'
  /** What was found, in a plain sentence. */
  text: string
  /** What to do about a warning or fault. */
  action?: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string, action: string): Finding => ({
  state: 'warning',
  text,
  action,
})
export const fault = (text: string, action: string): Finding => ({ state: 'fault', text, action })

/** Returns the messages of an error and of its causes, from the outermost to the innermost. */
export function describeError(error: unknown): string {
  const messages: string[] = []
  for (let cause = error; cause instanceof Error && messages.length < 4; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    // Node's error for several failed addresses has a code and no message.
    messages.push(cause.message || (typeof code === 'string' ? code : cause.name))
  }
  return messages.join(': ') || String(error)
}

const SYMBOLS = { ok: 'ok     ', warning: 'warning', fault: 'FAULT  ' }

/** Writes the findings of a subject, such as `database`, as lines of the report. */
export function formatFindings(subject: string, findings: readonly Finding[]): string {
  return findings
    .flatMap(({ state, text, action }) => [
      `${SYMBOLS[state]}  ${subject}: ${text}`,
      ...(action ? [`         ${action}`] : []),
    ])
    .join('\n')
}
