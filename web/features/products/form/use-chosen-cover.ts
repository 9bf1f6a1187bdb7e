import { useState } from 'react'
import type { ErrorCode } from '#contract/core/errors.ts'

/** The cover that was chosen in a product form, and why the one that was chosen last was refused. */
export interface ChosenCover {
  image: File | null
  problem: ErrorCode | undefined
  pick: (image: File | null) => void
  /** Removes the cover and shows why. */
  refuse: (problem: ErrorCode) => void
}

/** @param onPick is called with the cover that was chosen, or null once it was removed */
export function useChosenCover(
  onPick: (image: File | null) => void = () => undefined,
): ChosenCover {
  const [image, setImage] = useState<File | null>(null)
  const [problem, setProblem] = useState<ErrorCode>()
  const set = (next: File | null, problem?: ErrorCode) => {
    setImage(next)
    setProblem(problem)
    onPick(next)
  }
  return {
    image,
    problem,
    pick: image => set(image),
    refuse: problem => set(null, problem),
  }
}
