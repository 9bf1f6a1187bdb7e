import { useNavigate } from 'react-router'
import { createDraft } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Layers } from '#web/ui/icons/layers.tsx'
import { getDraftPath } from './working-copies/draft-path.ts'

/** A button that begins a draft of a pack, and opens it. */
export function NewPackButton() {
  const [create, { isLoading }] = useWrite(createDraft)
  const navigate = useNavigate()
  const open = async () => {
    const { data, error } = await create({ body: { isPack: true, fields: {} } })
    if (error) return showFailureToast(m.pack_new_failed(), error)
    await navigate(getDraftPath(data.id))
  }
  return (
    <Button
      kind="ghost"
      pending={isLoading}
      icon={<Layers aria-hidden size={18} />}
      onClick={() => void open()}
    >
      {m.pack_new()}
    </Button>
  )
}
