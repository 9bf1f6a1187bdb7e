import { updateNotificationSettings, getNotificationSettings } from '#contract/notifications.ts'
import type { MailTopic } from '#contract/mail-topics.ts'
import * as m from '#messages'
import { changeRead, useRead, useWrite } from '#web/api/query.ts'
import { Loaded } from '#web/shared/loaded.tsx'
import { Switch } from '#web/ui/forms/toggles.tsx'
import { Card } from '#web/ui/surfaces/card.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { getTopicText } from './notification-text.ts'

/**
 * The switches for emails about notifications. A change of a switch is saved at once. The switch shows it before the
 * response arrives, and moves back if the call fails.
 */
export function EmailSettings() {
  const [update] = useWrite(updateNotificationSettings)
  const setEmail = async (topic: MailTopic, mail: boolean) => {
    const shown = changeRead(getNotificationSettings, {}, ({ settings }) => {
      for (const setting of settings) if (setting.topic === topic) setting.mail = mail
    })
    const { error: failure } = await update({ body: { settings: [{ topic, mail }] } })
    if (!failure) return
    shown.undo()
    showToast('error', m.notifications_settings_failed())
  }
  return (
    <Loaded query={useRead(getNotificationSettings, {})} height="h-64">
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
