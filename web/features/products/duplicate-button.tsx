import { useNavigate } from 'react-router'
import { duplicateProduct } from '#contract/products/working-copy.ts'
import type { OwnProduct } from '#contract/products/products.ts'
import * as m from '#messages'
import { useWrite } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { CopyPlus } from '#web/ui/icons/copy-plus.tsx'
import { getDraftPath } from './working-copies/draft-path.ts'

/** A button that copies a product to a draft, and opens it. */
export function DuplicateButton({ product: { id } }: { product: Pick<OwnProduct, 'id'> }) {
  const [duplicate, { isLoading }] = useWrite(duplicateProduct)
  const navigate = useNavigate()
  const copy = async () => {
    const { data, error } = await duplicate({ params: { id } })
    if (error) return showFailureToast(m.duplicate_failed(), error)
    showToast('success', m.duplicate_done())
    await navigate(getDraftPath(data.id))
  }
  return (
    <Button
      kind="ghost"
      pending={isLoading}
      icon={<CopyPlus aria-hidden size={17} />}
      onClick={() => void copy()}
    >
      {m.duplicate()}
    </Button>
  )
}
