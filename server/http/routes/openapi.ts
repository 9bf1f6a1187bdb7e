import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#contract/index.ts'
import { type Endpoint, getSuccessStatus } from '#contract/core/endpoint.ts'
import { ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import { ExplainedQuote } from '#contract/prices/quote-schemas.ts'
import { EXAMPLES } from '#contract/examples/index.ts'
import { errorText } from '#messages/errors'
import type { Config } from '#server/config.ts'

/** Lists the error codes that an endpoint can answer with, including those of the checks before its handler. */
export function listErrorCodes({
  access,
  captcha,
  needsRecentProof,
  errors = [],
  invalidFieldCodes = {},
  params,
  query,
  body,
}: Endpoint): ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...errors,
      ...Object.values(invalidFieldCodes),
      ...(params || query || body ? (['INVALID_DATA'] as const) : []),
      ...(captcha ? (['ERROR_CAPTCHA_FAILED'] as const) : []),
      ...(needsRecentProof ? (['ERROR_REAUTHENTICATION_REQUIRED'] as const) : []),
      ...(access === 'public'
        ? []
        : (['ERROR_USER_NOT_AUTHORIZED', 'ERROR_USER_SUSPENDED'] as const)),
      ...(access === 'public' || access === 'user'
        ? []
        : (['ERROR_AUTH_USER_NOT_VERIFIED'] as const)),
      'ERROR_TOO_MANY_REQUESTS',
    ]),
  ]
}

type Paths = Record<string, Record<string, unknown>>

let describedPaths: Paths | undefined

/** Describes all endpoints, once in a process and when they are first read, since that takes a quarter of a second. */
function describePaths(): Paths {
  if (describedPaths) return describedPaths
  const paths: Paths = {}
  for (const { feature, endpoint } of ENDPOINTS) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: describeOperation(feature, endpoint),
    }
  }
  describedPaths = paths
  return paths
}

/** Builds the OpenAPI 3.1 document from the contract. */
export function buildOpenApiDocument({ brandName, publicOrigin }: Config) {
  return {
    openapi: '3.1.0',
    info: { title: `${brandName} API`, version: '1' },
    servers: [{ url: `${publicOrigin}/api` }],
    get paths(): Paths {
      return describePaths()
    },
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: Object.keys(ERRORS) },
            message: { type: 'string' },
            reason: {
              type: 'string',
              description:
                'With ERROR_USER_SUSPENDED: the reason, as an admin wrote it for the user.',
            },
            newQuote: {
              ...jsonSchema(ExplainedQuote, 'output'),
              description: 'With ERROR_PRICE_CHANGED: the quote that the buyer has not seen.',
            },
            issues: {
              type: 'array',
              items: {
                type: 'object',
                properties: { path: { type: 'string' }, message: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  }
}

function describeOperation(feature: string, endpoint: Endpoint) {
  const { summary, access, captcha, reply } = endpoint
  return {
    tags: [feature],
    summary,
    description: `Access: ${access}.${captcha ? ` Captcha ${captcha.action} in the ${captcha.in}${captcha.isOnDemand ? ', only after an answer ERROR_CAPTCHA_FAILED' : ''}.` : ''}`,
    ...(access !== 'public' && { security: [{ session: [] }] }),
    parameters: [
      ...describeParameters(endpoint.params, 'path'),
      ...describeParameters(endpoint.query, 'query'),
      ...(captcha?.in === 'header'
        ? [
            {
              name: 'x-recaptcha-token',
              in: 'header',
              required: !captcha.isOnDemand,
              schema: { type: 'string' },
            },
          ]
        : []),
      ...(endpoint.idempotent
        ? [{ name: 'idempotency-key', in: 'header', required: false, schema: { type: 'string' } }]
        : []),
    ],
    ...describeRequestBody(endpoint),
    responses: {
      [getSuccessStatus(endpoint)]: {
        description: 'Done',
        ...(reply && { content: { 'application/json': { schema: jsonSchema(reply, 'output') } } }),
        ...(endpoint.contentType && {
          content: { [endpoint.contentType]: { schema: { type: 'string' } } },
        }),
      },
      ...(endpoint.acceptsRanges && {
        206: {
          description: 'The requested range',
          content: { [endpoint.contentType!]: { schema: { type: 'string' } } },
        },
        416: { description: 'The range is outside of the content' },
      }),
      ...(endpoint.redirectsTo && {
        302: {
          description: endpoint.redirectsTo,
          headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } },
        },
      }),
      ...describeErrorResponses(endpoint),
    },
  }
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
}

function describeParameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function describeRequestBody(endpoint: Endpoint) {
  const { body, form, files = [], captcha } = endpoint
  const schema = body ?? form
  if (!schema) return {}
  const json = jsonSchema(schema, 'input') as { properties?: object }
  const example = EXAMPLES.get(endpoint)
  const hasCaptcha = captcha?.in === 'body'
  const properties = {
    ...json.properties,
    ...(hasCaptcha && { googleRecaptchaToken: { type: 'string' } }),
    ...Object.fromEntries(files.map(name => [name, { type: 'string', format: 'binary' }])),
  }
  const type = form ? 'multipart/form-data' : 'application/json'
  return {
    requestBody: {
      required: true,
      content: {
        [type]: {
          schema: { ...json, properties },
          ...(example && {
            example: { ...example, ...(hasCaptcha && { googleRecaptchaToken: 'token' }) },
          }),
        },
      },
    },
  }
}

/** Lists the errors that an endpoint can answer, each with its HTTP status. */
function listErrorStatuses(endpoint: Endpoint): (readonly [ErrorCode, number])[] {
  return [
    ...listErrorCodes(endpoint).map(code => [code, ERRORS[code]] as const),
    ...(endpoint.unusualStatuses ?? []),
    ...(endpoint.access === 'admin' ? ([['ERROR_USER_NOT_AUTHORIZED', 403]] as const) : []),
    // A body that the endpoint does not expect is parsed and refused too.
    ['INVALID_DATA', 400],
    ['INVALID_DATA', 413],
    ['ERROR_CROSS_SITE_REQUEST', 403],
    ['ERROR_SERVICE_UNAVAILABLE', 503],
  ]
}

/** Describes one response for each HTTP error status of an endpoint, with the error codes that have this status. */
function describeErrorResponses(endpoint: Endpoint) {
  const byStatus = Map.groupBy(listErrorStatuses(endpoint), ([, status]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, errors]) => {
      const codes = [...new Set(errors.map(([code]) => code))]
      const schema = {
        $ref: '#/components/schemas/Error',
        properties: { code: { enum: codes } },
      }
      return [
        status,
        {
          description: codes.map(code => `\`${code}\` ${errorText(code, 'en')}`).join('  \n'),
          content: { 'application/json': { schema } },
        },
      ]
    }),
  )
}

/** Serves the OpenAPI document at /api/openapi.json, and a page that renders it at /api/docs. */
export async function registerOpenApiRoutes(app: FastifyInstance, config: Config): Promise<void> {
  const document = buildOpenApiDocument(config)
  app.get('/api/openapi.json', () => document)
  await app.register(swagger, {
    mode: 'static',
    // The document is cast, since the plugin's type describes another OpenAPI version.
    specification: { document: document as never },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}
