import { lazy, Suspense } from 'react'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { persistently } from '#web/ui/load-code.ts'

const UploadPanelLoader = lazy(
  persistently(() =>
    import('./upload-panel-loader.tsx').then(module => ({ default: module.UploadPanelLoader })),
  ),
)

/** Loads what sends files once the page works, so that no page of the dashboard waits for it. */
export function LazyUploads({ userId }: { userId: number | undefined }) {
  const isHydrated = useHydrated()
  if (!isHydrated || userId === undefined) return null
  return (
    <Suspense>
      <UploadPanelLoader userId={userId} />
    </Suspense>
  )
}
