import * as m from '#messages'
import { notificationsCache } from '../../api/notifications-cache.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Switch } from '../../ui/forms/toggles.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { Failed } from '../dashboard/failed.tsx'
import { topicText } from './words.ts'

/** Which notifications come by mail too; each switch is kept as it is turned. */
export function MailSettings() {
  const { data, error, refetch } = notificationsCache.useNotificationSettingsQuery({})
  const [update] = notificationsCache.useUpdateNotificationSettingsMutation()
  if (error && !data) return <Failed failure={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-card" />

  const turn = async (topic: (typeof data.settings)[number]['topic'], mail: boolean) => {
    const { error: refused } = await update({ body: { settings: [{ topic, mail }] } })
    if (refused) toast('error', m.notices_settings_failed())
  }
  return (
    <Card>
      <fieldset className="grid gap-5 sm:grid-cols-2">
        <legend className="mb-5 font-[650]">{m.notices_settings()}</legend>
        {data.settings.map(({ topic, mail, fixed }) => {
          const { name, hint } = topicText(topic)
          return (
            <Switch
              key={topic}
              label={name}
              hint={fixed ? `${hint} ${m.notices_fixed()}` : hint}
              checked={mail}
              disabled={fixed}
              onChange={event => void turn(topic, event.target.checked)}
            />
          )
        })}
      </fieldset>
    </Card>
  )
}
