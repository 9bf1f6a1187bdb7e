import { lazy, Suspense } from 'react'
import { persistently } from '#web/ui/load-code.ts'
import { hasUploadHint, useUploads } from './upload-manager.ts'

const UploadPanel = lazy(
  persistently(() =>
    import('./upload-panel.tsx').then(module => ({ default: module.UploadPanel })),
  ),
)

/** Shows the panel of uploads once this browser has sent a file that is not finished. */
export function UploadPanelLoader({ userId }: { userId: number }) {
  const uploads = useUploads()
  if (uploads.length === 0 && !hasUploadHint()) return null
  return (
    <Suspense>
      <UploadPanel userId={userId} />
    </Suspense>
  )
}
