import {
  changeProductFile,
  reorderProductFiles,
  listProductFiles,
} from '#contract/files/product-files.ts'
import * as m from '#messages'
import { useWrite, changeRead } from '#web/api/query.ts'
import { showFailureToast } from '#web/shared/failure-toast.tsx'

/** Returns the calls that change the files of a product, each of which saves at once. */
export function useFileChanges(productId: number) {
  const [change, changing] = useWrite(changeProductFile)
  const [reorder, reordering] = useWrite(reorderProductFiles)

  return {
    isBusy: changing.isLoading || reordering.isLoading,
    change: (slot: number, body: Parameters<typeof change>[0]['body']) =>
      change({ params: { id: productId, slot }, body }),
    /** Shows the new sequence at once, and the former one again if it could not be saved. Returns whether it was. */
    reorder: async (order: number[]): Promise<boolean> => {
      const shown = changeRead(listProductFiles, { params: { id: productId } }, ({ files }) => {
        const placeOf = ({ id, isHidden }: { id: number; isHidden: boolean }) =>
          isHidden ? order.length : order.indexOf(id)
        files.sort((a, b) => placeOf(a) - placeOf(b))
      })
      const { error } = await reorder({ params: { id: productId }, body: { order } })
      if (!error) return true
      shown.undo()
      showFailureToast(m.files_failed(), error)
      return false
    },
    showFailure: (error: NonNullable<typeof changing.error>) =>
      showFailureToast(m.files_failed(), error),
  }
}
