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

export function registerNotificationsRoutes(app: FastifyInstance, deps: Context): void {
  mountEndpoint(app, notifications.listNotifications, ({ user, query }) =>
    listNotifications(deps, user.id, query.cursor),
  )
  mountEndpoint(app, notifications.countUnreadNotifications, ({ user }) =>
    getUnreadCount(deps, user.id),
  )
  mountEndpoint(app, notifications.markNotificationRead, ({ user, params }) =>
    markNotificationRead(deps, user.id, params.id),
  )
  mountEndpoint(app, notifications.markAllNotificationsRead, ({ user, body }) =>
    markAllNotificationsRead(deps, user.id, body.upTo),
  )
  mountEndpoint(app, notifications.getNotificationSettings, async ({ user }) => ({
    settings: await listMailSettings(deps.db, user.id),
  }))
  mountEndpoint(app, notifications.updateNotificationSettings, async ({ user, body }) => ({
    settings: await updateMailSettings(deps, user.id, body.settings),
  }))
}
