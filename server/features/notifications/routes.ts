import type { FastifyInstance } from 'fastify'
import * as notifications from '#contract/notifications.ts'
import { route } from '#server/http/endpoint.ts'
import {
  type NotificationsDeps,
  changeSettings,
  describeSettings,
  listNotifications,
  readAll,
  readOne,
  unreadCount,
} from './service.ts'

export function notificationsRoutes(app: FastifyInstance, deps: NotificationsDeps): void {
  route(app, notifications.listNotifications, ({ user, query }) =>
    listNotifications(deps, user.id, query.cursor),
  )
  route(app, notifications.countUnread, ({ user }) => unreadCount(deps, user.id))
  route(app, notifications.markNotificationRead, ({ user, params }) =>
    readOne(deps, user.id, params.id),
  )
  route(app, notifications.markAllNotificationsRead, ({ user, body }) =>
    readAll(deps, user.id, body.upTo),
  )
  route(app, notifications.getNotificationSettings, async ({ user }) => ({
    settings: await describeSettings(deps.db, user.id),
  }))
  route(app, notifications.updateNotificationSettings, async ({ user, body }) => ({
    settings: await changeSettings(deps, user.id, body.settings),
  }))
}
