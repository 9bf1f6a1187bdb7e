/** A call's outcome, as far as the demo looks at it. */
type Outcome<B> = { ok: true; body: B } | { ok: false; code?: string; issues?: unknown }

/** What a call answered. @throws Error where it was refused: the demo asks for nothing that may be */
export function must<B>(answer: Outcome<B>): B {
  if (answer.ok) return answer.body
  throw new Error(`refused: ${answer.code} ${JSON.stringify(answer.issues ?? '')}`)
}
