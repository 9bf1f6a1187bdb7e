import type { ProductForm } from '#contract/catalog.ts'
import { forgetOnSignOut } from '../../../api/session.ts'

/** The two files of a product. */
export interface ProductFiles {
  image: File | null
  product: File | null
}

/** What was filled in when publishing failed. */
interface Draft {
  form: ProductForm
  files: ProductFiles
}

let kept: Draft | undefined
forgetOnSignOut(dropDraft)

/** Keeps a form whose upload failed, files included, while the page lives: the way back finds it filled in. */
export function keepDraft(draft: Draft): void {
  kept = draft
}

export function dropDraft(): void {
  kept = undefined
}

export function currentDraft(): Draft | undefined {
  return kept
}
