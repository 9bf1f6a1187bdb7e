import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answer, formFields, isForm, sendPage } from '../../shared/form-or-json.ts'
import { preferredLanguage } from '../../shared/language.ts'
import { badRequest, notFound } from '../errors.ts'
import { expireAccessTokens, revokeTokens } from '../oauth/tokens.ts'
import { OUTCOMES } from '../payments/outcomes.ts'
import { pay } from '../payments/pay.ts'
import type { World } from '../world.ts'
import type { Faults } from './faults.ts'
import { homePage } from './home-page.ts'
import { notifyNow } from './notify.ts'
import { PAYMENT_ACTION_NAMES, PAYMENT_ACTIONS } from './payment-actions.ts'
import type { LoggedRequest } from './request-log.ts'

/** Ids are numbers that people and scripts also hold as text. */
const Id = z.coerce.number().int().positive()
const Pay = z.strictObject({
  preferenceId: z.string(),
  outcome: z.enum(OUTCOMES),
  amount: z.number().optional(),
  currency: z.string().optional(),
  collectorId: Id.optional(),
  payerEmail: z.string().optional(),
  reason: z.string().optional(),
})
const Change = z.strictObject({
  action: z.enum(PAYMENT_ACTION_NAMES),
  amount: z.number().optional(),
  as: z.enum(['approved', 'charged_back']).optional(),
})
const Setting = z.strictObject({
  copies: z.int().positive().optional(),
  delayMs: z.number().nonnegative().optional(),
  drop: z.boolean().optional(),
  badSignature: z.boolean().optional(),
  unsigned: z.boolean().optional(),
  tsUnit: z.enum(['s', 'ms']).optional(),
})
const Notify = z.strictObject({
  paymentId: Id.optional(),
  topic: z.string().optional(),
  action: z.string().optional(),
  userId: Id.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  copies: z.number().optional(),
})
const FaultWish = z.strictObject({
  path: z.string(),
  method: z.string().optional(),
  status: z.int().optional(),
  retryAfter: z.number().optional(),
  latencyMs: z.number().optional(),
  hang: z.boolean().optional(),
  reset: z.boolean().optional(),
  malformed: z.boolean().optional(),
  times: z.int().positive(),
})
const User = z.strictObject({ userId: Id })

/** The surface by which tests and people make the outside world do what they need. */
export function mountControl(
  app: FastifyInstance,
  world: World,
  { faults, requests }: { faults: Faults; requests: LoggedRequest[] },
): void {
  const { store, notifier } = world

  app.get('/', (request, reply) =>
    sendPage(
      reply,
      homePage(preferredLanguage(request.headers['accept-language']), world, faults.list()),
    ),
  )

  app.post('/control/pay', (request, reply) => {
    const { id, status } = pay(world, read(Pay, request))
    return answer(request, reply, { paymentId: id, status })
  })

  app.post<{ Params: { id: string } }>('/control/payments/:id', (request, reply) => {
    const { action, ...wish } = read(Change, request)
    const { id } = request.params
    const payment = store.get('payments', id)?.payment
    if (!payment) throw notFound(`payment ${id} not found`)
    PAYMENT_ACTIONS[action].run(world, payment, wish)
    const { status, status_detail: detail } = store.get('payments', id)!.payment
    return answer(request, reply, { paymentId: payment.id, status, statusDetail: detail })
  })

  app.get('/control/notifications', () => notifier.setting)
  app.route({
    method: ['PUT', 'POST'],
    url: '/control/notifications',
    handler(request, reply) {
      notifier.setting = read(Setting, request)
      return answer(request, reply, notifier.setting)
    },
  })
  app.get('/control/notices', () => ({ notices: notifier.recent }))
  app.post('/control/notify', (request, reply) => {
    notifyNow(world, read(Notify, request))
    return answer(request, reply, { ok: true })
  })

  app.get('/control/faults', () => ({ faults: faults.list() }))
  app.post('/control/faults', (request, reply) => {
    faults.add(read(FaultWish, request))
    return answer(request, reply, { faults: faults.list() })
  })
  app.post('/control/faults/clear', (request, reply) => {
    faults.clear()
    return answer(request, reply, { faults: [] })
  })
  app.delete('/control/faults', (_request, reply) => {
    faults.clear()
    return reply.code(204).send()
  })

  app.post('/control/revoke', (request, reply) => {
    const { userId } = read(User, request)
    revokeTokens(world, userId)
    notifyNow(world, { topic: 'mp-connect', action: 'application.deauthorized', userId })
    return answer(request, reply, { ok: true })
  })
  app.post('/control/expire-token', (request, reply) => {
    expireAccessTokens(world, read(User, request).userId)
    return answer(request, reply, { ok: true })
  })

  app.get('/control/ledger', () => ({
    preferences: store.all('preferences').map(({ preference }) => preference),
    payments: store
      .all('payments')
      .map(({ payment, preferenceId }) => ({ ...payment, preference_id: preferenceId })),
    refunds: store.all('payments').flatMap(({ payment }) => payment.refunds),
    chargebacks: store.all('chargebacks'),
  }))
  app.get('/control/sellers', () => ({ sellers: store.all('sellers') }))
  app.get('/control/requests', () => ({ requests }))
  app.delete('/control/requests', (_request, reply) => {
    requests.length = 0
    return reply.code(204).send()
  })
}

function read<Schema extends z.ZodType>(schema: Schema, request: FastifyRequest): z.infer<Schema> {
  const body = request.body ?? {}
  const result = schema.safeParse(isForm(request) ? formFields(body) : body)
  if (!result.success) throw badRequest(z.prettifyError(result.error))
  return result.data
}
