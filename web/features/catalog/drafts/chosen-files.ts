import { onSessionEnd } from '#web/api/session.ts'

/** The files that were chosen in the form for a new product before it became a draft. */
export interface ChosenFiles {
  image: File | null
  files: readonly File[]
}

/** The files for each draft that was made in this tab, until its page is opened. */
const filesOfDrafts = new Map<number, ChosenFiles>()

export function keepChosenFiles(draftId: number, chosen: ChosenFiles): void {
  filesOfDrafts.set(draftId, chosen)
}

/** Returns the files that were chosen for a draft, once. */
export function takeChosenFiles(draftId: number): ChosenFiles {
  const chosen = filesOfDrafts.get(draftId)
  filesOfDrafts.delete(draftId)
  return chosen ?? { image: null, files: [] }
}

onSessionEnd(() => filesOfDrafts.clear())
