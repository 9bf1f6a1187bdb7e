import { useRef, useState } from 'react'
import type { ErrorCode } from '#contract/core/errors.ts'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { isReadable } from '#web/api/is-readable.ts'

/**
 * Holds the cover that was chosen in a product form, and why the one that was chosen last was refused.
 * @param onChange is called with the cover after each change
 */
export function useCover(initial: File | null, onChange: (image: File | null) => void) {
  const [image, setImage] = useState(initial)
  const [problem, setProblem] = useState<ErrorCode>()
  // A file is checked before it is taken, and another one can have been chosen meanwhile.
  const latest = useRef(initial)

  const set = (next: File | null, problem?: ErrorCode) => {
    latest.current = next
    setImage(next)
    setProblem(problem)
    onChange(next)
  }
  return {
    image,
    problem,
    /** The problem as errors of the form. */
    problemErrors: problem
      ? [{ name: 'image_file', message: errorText(problem, getLocale()) }]
      : [],
    pick: (image: File | null) => set(image),
    /** Removes the cover and shows why. */
    refuse: (problem: ErrorCode) => set(null, problem),
    /** Refuses a cover that has changed since it was chosen. Returns whether it has not. */
    checkUnchanged: async (): Promise<boolean> => {
      if (!latest.current || (await isReadable(latest.current))) return true
      set(null, 'ERROR_FILE_CHANGED')
      return false
    },
  }
}
