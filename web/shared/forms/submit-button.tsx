import { Button, type ButtonProps } from '#web/ui/actions/button.tsx'
import { useHydrated } from '../use-hydrated.ts'

/**
 * The submit button of a form. If the form is not complete, the button only looks disabled: a press still reaches the
 * form, which shows its errors. Before hydration the button is really disabled, because the browser would send the
 * fields in the query.
 */
export function SubmitButton({
  isReady,
  ...button
}: Omit<ButtonProps, 'type' | 'disabled'> & { isReady: boolean }) {
  const isHydrated = useHydrated()
  return (
    <Button
      {...button}
      type="submit"
      disabled={!isHydrated}
      aria-disabled={isReady || button.pending ? undefined : true}
    />
  )
}
