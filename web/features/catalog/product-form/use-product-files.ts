import { useRef, useState } from 'react'
import type { ErrorCode } from '#contract/core/errors.ts'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { isReadable } from '#web/api/is-readable.ts'
import type { ProductFiles } from './draft.ts'

export type FileName = keyof ProductFiles
/** Why the file that was chosen last was refused, for each of the two files. */
export type FileProblems = Partial<Record<FileName, ErrorCode | undefined>>

/** The names of the two inputs. */
const FILE_FIELD_NAMES = { product: 'product_file', image: 'image_file' } as const

/**
 * Holds the two files of a product form, and why a chosen one was refused.
 * @param onChange is called with the files after each change
 */
export function useProductFiles(initial: ProductFiles, onChange: (files: ProductFiles) => void) {
  const [files, setFiles] = useState(initial)
  const [problems, setProblems] = useState<FileProblems>({})
  // A file is checked before it is taken, and the other one can have changed meanwhile.
  const latest = useRef(initial)

  const set = (name: FileName, file: File | null, problem?: ErrorCode) => {
    latest.current = { ...latest.current, [name]: file }
    setFiles(latest.current)
    setProblems(before => ({ ...before, [name]: problem }))
    onChange(latest.current)
  }
  return {
    files,
    problems,
    /** The problems as errors of the form. */
    problemErrors: Object.entries(problems).flatMap(([name, problem]) =>
      problem
        ? { name: FILE_FIELD_NAMES[name as FileName], message: errorText(problem, getLocale()) }
        : [],
    ),
    pick: (name: FileName, file: File | null) => set(name, file),
    /** Removes a file and shows why. */
    refuse: (name: FileName, problem: ErrorCode) => set(name, null, problem),
    /** Refuses the files that have changed since they were chosen. Returns whether there were none. */
    checkUnchanged: async (): Promise<boolean> => {
      let isUnchanged = true
      for (const name of ['product', 'image'] as const) {
        const file = latest.current[name]
        if (!file || (await isReadable(file))) continue
        set(name, null, 'ERROR_FILE_CHANGED')
        isUnchanged = false
      }
      return isUnchanged
    },
  }
}
