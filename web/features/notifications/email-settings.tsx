import type { MailTopic } from '#contract/mail-topics.ts'
import * as m from '#messages'
import { Loaded } from '#web/shared/loaded.tsx'
import { Switch } from '#web/ui/forms/toggles.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { notificationsApi } from './api.ts'
import { getTopicText } from './notification-text.ts'

/** The switches for emails about notifications. A change of a switch is saved at once. */
export function EmailSettings() {
  const [update] = notificationsApi.useUpdateNotificationSettingsMutation()
  const setEmail = async (topic: MailTopic, mail: boolean) => {
    const { error: failure } = await update({ body: { settings: [{ topic, mail }] } })
    if (failure) showToast('error', m.notifications_settings_failed())
  }
  return (
    <Loaded query={notificationsApi.useNotificationSettingsQuery({})} height="h-64">
      {({ settings }) => (
        <Card>
          <fieldset className="grid gap-5 sm:grid-cols-2">
            <legend className="mb-5 font-[650]">{m.notifications_settings()}</legend>
            {settings.map(({ topic, mail, fixed }) => {
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
      )}
    </Loaded>
  )
}
