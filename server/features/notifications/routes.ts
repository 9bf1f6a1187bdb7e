import type { FastifyInstance } from 'fastify'
import * as notifications from '#contract/notifications.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import {
  getUnreadCount,
  listMailSettings,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  updateMailSettings,
} from './service.ts'

export function registerNotificationsRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, notifications.listNotifications, ({ user, query }) =>
    listNotifications(context, user.id, query.cursor),
  )
  mountEndpoint(app, notifications.countUnreadNotifications, ({ user }) =>
    getUnreadCount(context, user.id),
  )
  mountEndpoint(app, notifications.markNotificationRead, ({ user, params }) =>
    markNotificationRead(context, user.id, params.id),
  )
  mountEndpoint(app, notifications.markAllNotificationsRead, ({ user, body }) =>
    markAllNotificationsRead(context, user.id, body.upTo),
  )
  mountEndpoint(app, notifications.getNotificationSettings, async ({ user }) => ({
    settings: await listMailSettings(context.db, user.id),
  }))
  mountEndpoint(app, notifications.updateNotificationSettings, async ({ user, body }) => ({
    settings: await updateMailSettings(context, user.id, body.settings),
  }))
}
