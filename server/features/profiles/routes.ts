import type { FastifyInstance } from 'fastify'
import * as profiles from '#contract/profiles.ts'
import { mountEndpoint, mountCachedEndpoint } from '#server/http/endpoint.ts'
import { mountUpload } from '#server/http/uploads/mount-upload.ts'
import type { Context } from '#server/context.ts'
import { confirmContactEmail } from './contact-email.ts'
import {
  replacePicture,
  updateProfile,
  getProfile,
  getPublicProfile,
  deletePicture,
  usernameExists,
} from './service.ts'

export function registerProfilesRoutes(app: FastifyInstance, context: Context): void {
  mountEndpoint(app, profiles.getProfile, ({ user }) => getProfile(context, user.id))
  mountEndpoint(app, profiles.updateProfile, ({ user, body }) =>
    updateProfile(context, user.id, body),
  )
  mountEndpoint(app, profiles.changeProfileFields, ({ user, body }) =>
    updateProfile(context, user.id, body),
  )
  mountEndpoint(app, profiles.confirmContactEmail, ({ params }) =>
    confirmContactEmail(context, params.token),
  )
  mountUpload(app, context, profiles.uploadPicture, ({ user, files }) =>
    replacePicture(context, user.id, files.picture_file),
  )
  mountEndpoint(app, profiles.deletePicture, ({ user }) => deletePicture(context, user.id))
  mountEndpoint(app, profiles.usernameExists, async ({ user, params }) => ({
    usernameExists: await usernameExists(context, user.id, params.username),
  }))
  mountCachedEndpoint(
    app,
    profiles.getPublicProfile,
    ({ params, locale, db }) => getPublicProfile({ ...context, db }, params.username, locale),
    { tags: (_, { userId }) => [`seller:${userId}`] },
  )
}
