import { useEffect, useRef } from 'react'

/**
 * Lists the errors of a form as links to its fields. It takes the focus whenever `attempt` grows, so that screen
 * readers announce the errors after a press on the submit button.
 */
export function ErrorSummary({
  title,
  errors,
  attempt,
}: {
  title: string
  errors: { fieldId?: string; name?: string; message: string }[]
  attempt: number
}) {
  const box = useRef<HTMLDivElement>(null)
  const handledAttempt = useRef(0)
  const hasErrors = errors.length > 0
  useEffect(() => {
    // The summary takes the focus once per attempt, so that an error that appears while the user types does not move
    // the focus.
    if (attempt === handledAttempt.current || !hasErrors) return
    handledAttempt.current = attempt
    box.current?.focus()
  }, [attempt, hasErrors])
  if (!hasErrors || attempt === 0) return null

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-card border-[1.5px] border-bad bg-bad-tint px-5 py-4 outline-none"
    >
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid">
        {errors.map(({ fieldId, name, message }) => (
          <li key={`${fieldId ?? name ?? ''}${message}`}>
            <button
              type="button"
              onClick={() => focusField(name, fieldId)}
              className="link min-h-11 text-left text-small"
            >
              {message}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focuses a field by its id or its name. */
function focusField(name?: string, fieldId?: string) {
  const field =
    (fieldId && document.getElementById(fieldId)) ||
    (name && document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`))
  if (field) field.focus()
}
