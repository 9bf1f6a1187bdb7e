import { Button, type ButtonProps } from '#web/ui/actions/button.tsx'
import { useHydrated } from '../use-hydrated.ts'

/**
 * Sends a form. While the form is not `ready` it looks disabled, but a press still reaches the form, which
 * answers with its errors. Before the page is alive it is truly off: the browser would send the fields in
 * the address.
 */
export function SubmitButton({
  ready,
  ...button
}: Omit<ButtonProps, 'type' | 'disabled'> & { ready: boolean }) {
  const alive = useHydrated()
  return (
    <Button
      {...button}
      type="submit"
      disabled={!alive}
      aria-disabled={ready || button.pending ? undefined : true}
    />
  )
}
