import { Button, type ButtonProps } from '#web/ui/actions/button.tsx'

/**
 * The submit button of a form. If the form is not complete, the button only looks disabled: a press still reaches the
 * form, which shows its errors. A press before hydration is replayed afterwards (`ui/pre-hydration-events.ts`).
 */
export function SubmitButton({
  isReady,
  ...button
}: Omit<ButtonProps, 'type' | 'disabled'> & { isReady: boolean }) {
  return (
    <Button
      {...button}
      type="submit"
      aria-disabled={isReady || button.pending ? undefined : true}
    />
  )
}
