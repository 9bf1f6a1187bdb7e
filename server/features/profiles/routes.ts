import type { FastifyInstance } from 'fastify'
import * as profiles from '#contract/profiles.ts'
import { route } from '#server/http/route.ts'
import {
  type ProfilesDeps,
  changeProfile,
  describeProfile,
  publicProfile,
  usernameExists,
} from './service.ts'

export function profilesRoutes(app: FastifyInstance, deps: ProfilesDeps): void {
  route(app, profiles.getProfile, ({ user }) => describeProfile(deps, user.id))
  route(app, profiles.updateProfile, ({ user, body }) => changeProfile(deps, user.id, body))
  route(app, profiles.usernameExists, async ({ user, params }) => ({
    usernameExists: await usernameExists(deps, user.id, params.username),
  }))
  route(app, profiles.getPublicProfile, ({ params, locale }) =>
    publicProfile(deps, params.username, locale),
  )
}
