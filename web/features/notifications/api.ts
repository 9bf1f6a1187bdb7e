import {
  countUnreadNotifications,
  getNotificationSettings,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  updateNotificationSettings,
} from '#contract/notifications.ts'
import { baseApi, createQueryAndMutationBuilders } from '#web/api/query.ts'

export const notificationsApi = baseApi.injectEndpoints({
  endpoints: build => {
    const { read, write } = createQueryAndMutationBuilders(build)
    return {
      notifications: read(listNotifications, ['Notifications']),
      unread: read(countUnreadNotifications, ['Notifications']),
      readNotification: write(markNotificationRead, ['Notifications']),
      readAllNotifications: write(markAllNotificationsRead, ['Notifications']),
      notificationSettings: read(getNotificationSettings, ['NotificationSettings']),
      /**
       * Shows the switch in its new position before the response arrives, and moves it back if the call fails. No data
       * are fetched again.
       */
      updateNotificationSettings: write(
        updateNotificationSettings,
        [],
        async ({ body }, { dispatch, queryFulfilled }) => {
          const patch = dispatch(
            notificationsApi.util.updateQueryData('notificationSettings', {}, draft => {
              for (const { topic, mail } of body.settings)
                for (const setting of draft.settings)
                  if (setting.topic === topic) setting.mail = mail
            }),
          )
          await queryFulfilled.catch(() => patch.undo())
        },
      ),
    }
  },
})
