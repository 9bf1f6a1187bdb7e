import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation } from 'react-router'
import {
  type TypedFields,
  type WorkingCopy,
  createDraft,
  getWorkingCopy,
  saveWorkingCopy,
} from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { callEndpoint } from '#web/api/client.ts'
import { changeRead, readAgain } from '#web/api/query.ts'
import { createRandomId } from '#web/api/random-id.ts'
import { getSessionUserId, revalidateSession } from '#web/api/session.ts'
import { getDraftPath } from '#web/features/products/working-copies/draft-path.ts'
import {
  type SaveResult,
  type SaveState,
  createSaver,
} from '#web/features/products/working-copies/saver.ts'
import {
  type UnsentChanges,
  deleteUnsent,
  keepUnsent,
  toTypedFields,
} from '#web/features/products/working-copies/unsent-changes.ts'
import type { FieldGroupProps, ProductInput } from '#web/features/products/form/product-fields.tsx'
import type { RequireProductId } from '#web/features/files/product-files/use-file-uploads.ts'
import { useSellerId } from '#web/shared/dashboard-user.ts'
import { showToast } from '#web/ui/toasts/toast.ts'
import { describeSaveFailure } from './describe-save-failure.ts'

/**
 * Saves what is typed into the form of a product, and takes over what another device has saved meanwhile. A new product
 * becomes a draft at the first letter or file; the address is then that of the draft. Until the server has what was
 * typed, this browser keeps it too.
 * @param unsent what this browser has kept of the new product
 * @param onCreated is called with the draft of a new product once there is one
 */
export function useSaving(
  copy: WorkingCopy,
  form: FieldGroupProps['form'],
  {
    unsent,
    onCreated,
  }: { unsent: UnsentChanges | undefined; onCreated: (draft: WorkingCopy) => void },
) {
  const [state, setState] = useState<SaveState>(
    copy.savedAt === null ? { status: 'new' } : { status: 'saved', savedAt: copy.savedAt },
  )
  const sellerId = useSellerId()
  const navigate = useNavigate()
  const isLeaving = useNavigation().state !== 'idle'
  const [createdDraft, setCreatedDraft] = useState<WorkingCopy>()

  const [saving] = useState(() => {
    const isNew = copy.id === 0
    /** What the browser keeps. */
    let local: UnsentChanges = (isNew && unsent) || {
      key: isNew ? createRandomId() : String(copy.id),
      fields: {},
    }
    let { id } = copy
    let hasFailed = false

    const create = async (fields: TypedFields): Promise<SaveResult> => {
      // A repetition has the key and the fields of the first request, whose answer may be lost.
      const sent = local.sent ?? toTypedFields(fields)
      local = { ...local, sent }
      keepUnsent(sellerId, local)
      const result = await callEndpoint(createDraft, {
        body: { fields: sent },
        idempotencyKey: local.key,
      })
      if (!result.ok) {
        if (result.status === 401) void revalidateSession()
        // What was sent cannot be accepted, so the next attempt is another request.
        if (result.code === 'INVALID_DATA') {
          deleteUnsent(sellerId, local.key)
          local = { key: createRandomId(), fields: local.fields }
        }
        return result
      }
      id = result.body.id
      readAgain(['Products'])
      setCreatedDraft(result.body)
      return { ok: true, body: result.body, created: sent }
    }
    const update = async (fields: TypedFields): Promise<SaveResult> => {
      const params = { id }
      const result = await callEndpoint(saveWorkingCopy, { params, body: { fields } })
      if (!result.ok && result.status === 401) void revalidateSession()
      // The page shows what is stored, such as that an incomplete product has lost its time.
      if (result.ok) changeRead(getWorkingCopy, { params }, () => result.body)
      const isGone = !result.ok && result.code === 'ERROR_PRODUCT_NOT_FOUND'
      if (isGone) deleteUnsent(sellerId, local.key)
      readAgain(isGone ? ['Products', 'Product'] : ['Products'])
      return result
    }

    const saver = createSaver({
      copy,
      save: async fields => {
        // Another seller may have signed in since, who must not get what was typed.
        const userId = getSessionUserId()
        if (userId !== undefined && userId !== sellerId)
          return { ok: false, code: 'ERROR_USER_NOT_AUTHORIZED' }
        return id === 0 ? create(fields) : update(fields)
      },
      onState: next => {
        setState(next)
        if (next.status === 'saved' && !saver.hasChanges()) deleteUnsent(sellerId, local.key)
        if (next.status === 'saving') return
        // The page says it beside the button to publish too, which is far from what is being typed.
        if (next.status === 'failed' && !hasFailed)
          showToast('error', describeSaveFailure(next.code), { id: 'draft-not-saved' })
        hasFailed = next.status === 'failed'
      },
      onChangeElsewhere: fields => {
        for (const [name, value] of Object.entries(fields))
          form.setValue(name as keyof ProductInput, value, { shouldValidate: true })
        showToast('info', m.draft_changed_elsewhere())
      },
    })
    const requireId: RequireProductId = async () => {
      const stored = await saver.store()
      return stored.ok ? { ok: true, id } : stored
    }
    return {
      saver,
      requireId,
      change: (values: Partial<ProductInput>) => {
        const fields = toTypedFields(values)
        saver.change(fields)
        local = { ...local, ...(isNew ? { fields } : saver.findUnsent()) }
        keepUnsent(sellerId, local)
      },
    }
  })
  const { saver, change } = saving

  const announcedId = useRef(0)
  useEffect(() => {
    if (!createdDraft || announcedId.current === createdDraft.id) return
    announcedId.current = createdDraft.id
    onCreated(createdDraft)
    // The data of the dashboard stay the same, and the network may be down.
    const options = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false }
    if (!isLeaving) void navigate(getDraftPath(createdDraft.id), options)
  }, [createdDraft, onCreated, isLeaving, navigate])

  const { subscribe, getValues } = form
  useEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: ({ values }) => change(values),
    })
    // Something may have been typed before the scripts of the page ran, or kept by this browser.
    change(getValues())
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
  }, [subscribe, getValues, saver, change])

  return {
    state,
    flush: () => saver.flush(),
    adopt: (newer: WorkingCopy) => saver.adopt(newer),
    requireId: saving.requireId,
  }
}
