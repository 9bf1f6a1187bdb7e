import type { Input, ReplyOf } from '#contract/core/endpoint.ts'
import {
  countUnread,
  getNotificationSettings,
  listNotifications,
  readAllNotifications,
  readNotification,
  updateNotificationSettings,
} from '#contract/notifications.ts'
import { cache, request } from './cache.ts'

/** What a seller is told, and which of it by mail. */
export const notificationsCache = cache.injectEndpoints({
  endpoints: build => ({
    notifications: build.query<ReplyOf<typeof listNotifications>, Input<typeof listNotifications>>({
      query: request(listNotifications),
      providesTags: ['Notifications'],
    }),
    unread: build.query<ReplyOf<typeof countUnread>, Input<typeof countUnread>>({
      query: request(countUnread),
      providesTags: ['Notifications'],
    }),
    readNotification: build.mutation<
      ReplyOf<typeof readNotification>,
      Input<typeof readNotification>
    >({
      query: request(readNotification),
      invalidatesTags: ['Notifications'],
    }),
    readAllNotifications: build.mutation<
      ReplyOf<typeof readAllNotifications>,
      Input<typeof readAllNotifications>
    >({
      query: request(readAllNotifications),
      invalidatesTags: ['Notifications'],
    }),
    notificationSettings: build.query<
      ReplyOf<typeof getNotificationSettings>,
      Input<typeof getNotificationSettings>
    >({
      query: request(getNotificationSettings),
      providesTags: ['NotificationSettings'],
    }),
    updateNotificationSettings: build.mutation<
      ReplyOf<typeof updateNotificationSettings>,
      Input<typeof updateNotificationSettings>
    >({
      query: request(updateNotificationSettings),
      // The switch moves at once, and back where the server says no.
      async onQueryStarted({ body }, { dispatch, queryFulfilled }) {
        const patch = dispatch(
          notificationsCache.util.updateQueryData('notificationSettings', {}, draft => {
            for (const { topic, mail } of body.settings)
              for (const setting of draft.settings) if (setting.topic === topic) setting.mail = mail
          }),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
    }),
  }),
})
