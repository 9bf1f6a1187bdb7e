import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AdminAction } from '#contract/core/admin-actions.ts'
import type { Endpoint, EndpointReply, ParsedInput } from '#contract/core/endpoint.ts'
import type { Transaction } from '#server/db/client.ts'
import { runTransaction } from '#server/db/transaction.ts'
import {
  type EndpointCall,
  type HandlerResult,
  type UnloggedEndpoint,
  mountEndpoint,
} from '#server/http/endpoint.ts'
import type { Context } from '#server/context.ts'
import { logAdminAction } from './audit.ts'

/** A change returns this value if there was nothing to change, so that the audit log gets no entry. */
export const NOTHING_CHANGED = { nothingChanged: true } as const

type AuditedEndpoint = Endpoint & { access: 'admin'; audit: AdminAction }

type Fields<Part> = [Part] extends [undefined] ? unknown : Part

/** The fields of a call's body together with its path parameters. */
type ActionInput<E extends Endpoint> = Fields<ParsedInput<E>['params']> &
  Fields<ParsedInput<E>['body']>

/** What an admin action does, in this sequence. */
interface ActionSteps<E extends Endpoint, Input, Result> {
  /** Tells whether a request needs a recent proof of identity, if that depends on more than the endpoint. */
  needsProof?: (request: FastifyRequest) => Promise<boolean>
  /** Makes the input of the other steps. By default it is the fields of the body and the path parameters. */
  input?: (call: EndpointCall<E>) => Input | Promise<Input>
  /** Makes the change. What it returns is the reply, unless the step `reply` makes it. */
  apply: (tx: Transaction, input: NoInfer<Input>) => Promise<Result>
  /** Returns the id of the changed object for the audit log. By default it is the only path parameter. */
  targetId?: (result: NoInfer<Result>, input: NoInfer<Input>) => string | number
  /** Reads the reply after the commit. */
  reply?: (input: NoInfer<Input>) => Promise<EndpointReply<E>>
}

/**
 * Mounts an endpoint with which an admin changes something. The change and its entry in the audit log, with the
 * `reason` of the body, are one transaction.
 * @throws Error while it mounts an endpoint without exactly one path parameter, if the step `targetId` is missing
 */
export function mountAdminAction<const E extends AuditedEndpoint, Result, Input = ActionInput<E>>(
  app: FastifyInstance,
  context: Pick<Context, 'db'>,
  endpoint: E,
  steps: ActionSteps<E, Input, Result> & Required<Pick<ActionSteps<E, Input, Result>, 'reply'>>,
): void
export function mountAdminAction<
  const E extends AuditedEndpoint,
  Result extends HandlerResult<E>,
  Input = ActionInput<E>,
>(
  app: FastifyInstance,
  context: Pick<Context, 'db'>,
  endpoint: E,
  steps: ActionSteps<E, Input, Result>,
): void
export function mountAdminAction(
  app: FastifyInstance,
  { db }: Pick<Context, 'db'>,
  endpoint: AuditedEndpoint,
  steps: ActionSteps<AuditedEndpoint, unknown, unknown>,
): void {
  const { needsProof, input: makeInput = mergeInput, apply, targetId, reply } = steps
  if (!targetId && endpoint.path.match(/:/g)?.length !== 1)
    throw new Error(`${endpoint.audit} needs a target id`)
  mountEndpoint(
    app,
    endpoint as Endpoint as UnloggedEndpoint,
    async call => {
      const input = await makeInput(call)
      const result = await runTransaction(db, async tx => {
        const result = await apply(tx, input)
        if (result !== NOTHING_CHANGED)
          await logAdminAction(tx, {
            adminId: call.user.id,
            action: endpoint.audit,
            targetId: String(targetId ? targetId(result, input) : Object.values(call.params!)[0]),
            reason: (call.body as { reason?: string } | undefined)?.reason,
          })
        return result
      })
      return reply ? reply(input) : result
    },
    { ...(needsProof && { needsProof }) },
  )
}

const mergeInput = ({ params, body }: { params: unknown; body: unknown }) => ({
  ...(body as object),
  ...(params as object),
})
