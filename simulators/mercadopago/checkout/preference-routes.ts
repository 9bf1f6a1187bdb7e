import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badRequest, notFound } from '../errors.ts'
import { authorized } from '../oauth/access.ts'
import { providerDate } from '../sites.ts'
import { answerOnce } from '../state/answer-once.ts'
import type { AccessToken, Preference, StoredPreference } from '../state/model.ts'
import type { World } from '../world.ts'
import { readTerms } from './preference-rules.ts'

/** Making, reading, changing and finding preferences. Source: MercadoPago's facts, preference. */
export function mountPreferences(app: FastifyInstance, world: World): void {
  const create = (request: FastifyRequest, reply: FastifyReply) => {
    const token = authorized(world, request)
    return answerOnce(world, request, reply, () => ({
      status: 201,
      body: makePreference(world, token, request.body),
    }))
  }

  app.post('/checkout/preferences', create)

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/checkout/preferences/search',
    request => search(world, authorized(world, request).userId, request.query),
  )

  app.get('/checkout/preferences/:id', request => ownPreference(world, request).preference)

  app.put('/checkout/preferences/:id', request => {
    const stored = ownPreference(world, request)
    const preference: Preference = {
      ...stored.preference,
      ...readTerms(world.site, { ...stored.preference, ...fields(request.body) }),
      last_updated: providerDate(world.site, world.now()),
    }
    world.store.put('preferences', preference.id, { ...stored, preference })
    return preference
  })
}

function makePreference(world: World, token: AccessToken, body: unknown): Preference {
  const { store, site, options, now, origin } = world
  const terms = readTerms(site, fields(body))
  const id = `${token.userId}-${randomUUID()}`
  const date = providerDate(site, now())
  const address = `${origin()}/checkout/v1/redirect?pref_id=${id}`
  const preference: Preference = {
    ...terms,
    id,
    collector_id: token.userId,
    client_id: options.clientId,
    init_point: address,
    sandbox_init_point: address,
    date_created: date,
    last_updated: date,
    site_id: site.id,
    operation_type: 'regular_payment',
    marketplace: `MP-MKT-${options.clientId}`,
  }
  store.put('preferences', id, { preference, liveMode: token.liveMode })
  return preference
}

function ownPreference(world: World, request: FastifyRequest): StoredPreference {
  const { userId } = authorized(world, request)
  const { id } = request.params as { id: string }
  const stored = world.store.get('preferences', id)
  if (stored?.preference.collector_id !== userId)
    throw notFound(`The preference with identifier ${id} was not found`)
  return stored
}

function search({ store }: World, userId: number, query: Record<string, string | undefined>) {
  const reference = query.external_reference
  const found = store
    .all('preferences')
    .map(({ preference }) => preference)
    .filter(({ collector_id: id }) => id === userId)
    .filter(preference => !reference || preference.external_reference === reference)
  const offset = Number(query.offset ?? 0)
  const limit = Number(query.limit ?? 30)
  if (!Number.isInteger(offset) || !Number.isInteger(limit) || offset < 0 || limit < 0)
    throw badRequest('limit and offset must be whole numbers')
  return {
    elements: found.slice(offset, offset + limit),
    next_offset: Math.min(offset + limit, found.length),
    total: found.length,
    paging: { total: found.length, limit, offset },
  }
}

function fields(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest('The body must be a JSON object')
  return body as Record<string, unknown>
}
