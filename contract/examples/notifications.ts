import { markAllNotificationsRead, updateNotificationSettings } from '../notifications.ts'
import { example } from './example.ts'

export const notificationExamples = [
  example(markAllNotificationsRead, {}),
  example(updateNotificationSettings, { settings: [{ topic: 'reviews', mail: false }] }),
]
