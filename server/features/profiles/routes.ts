import type { FastifyInstance } from 'fastify'
import { LIMITS } from '#contract/core/limits.ts'
import * as profiles from '#contract/profiles.ts'
import { mountEndpoint, mountCachedEndpoint } from '#server/http/endpoint.ts'
import { readUpload } from '#server/http/uploads/upload.ts'
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
  mountEndpoint(app, profiles.uploadPicture, async ({ user, request }) => {
    const upload = await readUpload(request, context.storage, {
      picture_file: LIMITS.imageMaxBytes,
    })
    try {
      return await replacePicture(context, user.id, upload.files['picture_file'])
    } finally {
      await upload.discard()
    }
  })
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
