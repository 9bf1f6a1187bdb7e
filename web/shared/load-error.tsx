import type { SerializedError } from '@reduxjs/toolkit'
import { useEffect } from 'react'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import type { ApiFailure } from '../api/client.ts'
import { refreshSession } from '../api/session.ts'
import { Button } from '../ui/actions/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'

/**
 * Says that data could not be loaded. After a 401 or 403 it also fetches the session again, to find out whether the
 * session has ended.
 */
export function LoadError({
  failure,
  onRetry,
}: {
  failure: ApiFailure | SerializedError
  onRetry: () => void
}) {
  const status = 'status' in failure ? failure.status : 0
  useEffect(() => {
    if (status === 401 || status === 403) void refreshSession()
  }, [status])

  return (
    <Banner
      tone="bad"
      live
      title={m.dash_load_failed()}
      action={
        <Button size="small" kind="ghost" onClick={onRetry}>
          {m.retry()}
        </Button>
      }
    >
      {'status' in failure && failure.status > 0 && errorText(failure.code, getLocale())}
    </Banner>
  )
}
