import { useRef, useState } from 'react'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import { showToast } from '#web/ui/toasts/toast.ts'
import { type SendableFile, prepareProductFile } from '../send-product-file.ts'
import type { RunningUpload } from './use-upload.tsx'

/** Sends a product file that is too large for the form before the form is sent, and tells how far it is. */
export function useLargeFile() {
  const [running, setRunning] = useState<RunningUpload>()
  const controller = useRef<AbortController>(undefined)
  return {
    running,
    cancel: () => controller.current?.abort(),
    /** @returns what the form sends of the file; undefined if it was refused or cancelled */
    prepare: async (file: File): Promise<SendableFile | undefined> => {
      const { signal } = (controller.current = new AbortController())
      const prepared = await prepareProductFile(file, {
        signal,
        onProgress: progress => setRunning({ progress }),
      }).finally(() => setRunning(undefined))
      if (prepared.ok) return prepared
      if (signal.aborted) showToast('info', m.sending_cancelled())
      else showToast('error', errorText(prepared.code, getLocale()))
      return undefined
    },
  }
}
