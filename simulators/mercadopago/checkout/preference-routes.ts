import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createBadRequestError, createNotFoundError } from '../errors.ts'
import { requireAccessToken } from '../oauth/access-token.ts'
import { formatProviderDate } from '../country-settings.ts'
import { replyIdempotently } from '../state/idempotency.ts'
import type { AccessToken, Preference, StoredPreference } from '../state/model.ts'
import type { SimulatorContext } from '../context.ts'
import { parsePreferenceTerms } from './preference-rules.ts'

/**
 * Registers the routes that create, read, change and search preferences. Source: MercadoPago's documentation of
 * preferences.
 */
export function registerPreferenceRoutes(app: FastifyInstance, context: SimulatorContext): void {
  const create = (request: FastifyRequest, reply: FastifyReply) => {
    const token = requireAccessToken(context, request)
    return replyIdempotently(context, request, reply, () => ({
      status: 201,
      body: createPreference(context, token, request.body),
    }))
  }

  app.post('/checkout/preferences', create)

  app.get<{ Querystring: Record<string, string | undefined> }>(
    '/checkout/preferences/search',
    request =>
      searchPreferences(context, requireAccessToken(context, request).userId, request.query),
  )

  app.get('/checkout/preferences/:id', request => findOwnPreference(context, request).preference)

  app.put('/checkout/preferences/:id', request => {
    const stored = findOwnPreference(context, request)
    const preference: Preference = {
      ...stored.preference,
      ...parsePreferenceTerms(context.site, {
        ...stored.preference,
        ...readBodyFields(request.body),
      }),
      last_updated: formatProviderDate(context.site, context.now()),
    }
    context.store.put('preferences', preference.id, { ...stored, preference })
    return preference
  })
}

function createPreference(
  context: SimulatorContext,
  token: AccessToken,
  body: unknown,
): Preference {
  const { store, site, options, now, origin } = context
  const terms = parsePreferenceTerms(site, readBodyFields(body))
  const id = `${token.userId}-${randomUUID()}`
  const date = formatProviderDate(site, now())
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

function findOwnPreference(context: SimulatorContext, request: FastifyRequest): StoredPreference {
  const { userId } = requireAccessToken(context, request)
  const { id } = request.params as { id: string }
  const stored = context.store.get('preferences', id)
  if (stored?.preference.collector_id !== userId)
    throw createNotFoundError(`The preference with identifier ${id} was not found`)
  return stored
}

function searchPreferences(
  { store }: SimulatorContext,
  userId: number,
  query: Record<string, string | undefined>,
) {
  const reference = query.external_reference
  const matchingPreferences = store
    .all('preferences')
    .map(({ preference }) => preference)
    .filter(({ collector_id: id }) => id === userId)
    .filter(preference => !reference || preference.external_reference === reference)
  const offset = Number(query.offset ?? 0)
  const limit = Number(query.limit ?? 30)
  if (!Number.isInteger(offset) || !Number.isInteger(limit) || offset < 0 || limit < 0)
    throw createBadRequestError('limit and offset must be whole numbers')
  return {
    elements: matchingPreferences.slice(offset, offset + limit),
    next_offset: Math.min(offset + limit, matchingPreferences.length),
    total: matchingPreferences.length,
    paging: { total: matchingPreferences.length, limit, offset },
  }
}

function readBodyFields(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw createBadRequestError('The body must be a JSON object')
  return body as Record<string, unknown>
}
