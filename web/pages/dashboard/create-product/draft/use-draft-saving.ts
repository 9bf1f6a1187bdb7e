import { useEffect, useState } from 'react'
import { useDispatch } from 'react-redux'
import { type Draft, type DraftFields, saveDraft } from '#contract/catalog/drafts.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { baseApi, type reduxStore } from '#web/api/query.ts'
import { catalogApi } from '#web/features/catalog/api.ts'
import { type SaveState, createDraftSaver } from '#web/features/catalog/drafts/draft-saver.ts'
import type {
  FieldGroupProps,
  ProductInput,
} from '#web/features/catalog/product-form/product-fields.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'

/** Saves what is typed into the form of a draft, and takes over what another device has saved meanwhile. */
export function useDraftSaving(draft: Draft, form: FieldGroupProps['form']) {
  const { id } = draft
  const [state, setState] = useState<SaveState>({ status: 'saved', savedAt: draft.savedAt })
  const dispatch = useDispatch<typeof reduxStore.dispatch>()
  const [saver] = useState(() =>
    createDraftSaver({
      draft,
      save: async fields => {
        const params = { id }
        const result = await callEndpoint(saveDraft, { params, body: { fields } })
        // The page shows what is stored, such as that an incomplete draft has lost its time, also if it is opened again.
        if (result.ok)
          dispatch(catalogApi.util.updateQueryData('draft', { params }, () => result.body))
        const isGone = !result.ok && result.code === 'ERROR_PRODUCT_NOT_FOUND'
        dispatch(baseApi.util.invalidateTags(isGone ? ['Products', 'Product'] : ['Products']))
        return result
      },
      onState: setState,
      onChangeElsewhere: fields => {
        for (const [name, value] of Object.entries(fields))
          form.setValue(name as keyof ProductInput, value, { shouldValidate: true })
        showToast('info', m.draft_changed_elsewhere())
      },
    }),
  )

  const { subscribe } = form
  useEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => saver.change(values as DraftFields),
    })
    // A phone that sleeps, and a tab that is left, may not come back.
    const save = () => void saver.flush()
    const saveIfHidden = () => document.visibilityState === 'hidden' && save()
    const warn = (event: BeforeUnloadEvent) => saver.hasChanges() && event.preventDefault()
    document.addEventListener('visibilitychange', saveIfHidden)
    addEventListener('online', save)
    addEventListener('beforeunload', warn)
    return () => {
      unsubscribe()
      document.removeEventListener('visibilitychange', saveIfHidden)
      removeEventListener('online', save)
      removeEventListener('beforeunload', warn)
      save()
    }
  }, [subscribe, saver])

  return {
    state,
    flush: () => saver.flush(),
    adopt: (newer: Draft) => saver.adopt(newer),
  }
}
