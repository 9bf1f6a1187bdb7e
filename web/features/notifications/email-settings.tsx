import * as m from '#messages'
import { LoadError } from '#web/shared/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Switch } from '#web/ui/forms/toggles.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { notificationsApi } from './api.ts'
import { getTopicText } from './notification-text.ts'

/** The switches for emails about notifications. A change of a switch is saved at once. */
export function EmailSettings() {
  const { data, error, refetch } = notificationsApi.useNotificationSettingsQuery({})
  const [update] = notificationsApi.useUpdateNotificationSettingsMutation()
  if (error && !data) return <LoadError failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-card" />

  const setEmail = async (topic: (typeof data.settings)[number]['topic'], mail: boolean) => {
    const { error: failure } = await update({ body: { settings: [{ topic, mail }] } })
    if (failure) showToast('error', m.notifications_settings_failed())
  }
  return (
    <Card>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-5 font-[650]">{m.notifications_settings()}</legend>
        {data.settings.map(({ topic, mail, fixed }) => {
          const { name, hint } = getTopicText(topic)
          return (
            <Switch
              key={topic}
              label={name}
              hint={fixed ? `${hint} ${m.notifications_fixed()}` : hint}
              checked={mail}
              disabled={fixed}
              onChange={event => void setEmail(topic, event.target.checked)}
            />
          )
        })}
      </fieldset>
    </Card>
  )
}
