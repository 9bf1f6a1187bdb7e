import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as passkeys from '#contract/accounts/passkeys.ts'
import * as secondStep from '#contract/accounts/second-step.ts'
import { mountEndpoint } from '#server/http/endpoint.ts'
import { RATE_LIMITS_BY_IP } from '#server/http/rate-limit/limiter.ts'
import {
  clearSecretCookie,
  generateToken,
  readSecretCookie,
  setSecretCookie,
} from '#server/http/session-cookie.ts'
import type { Context } from '#server/context.ts'
import { answerSignIn, getClientInfo, setSignInCookies } from './request-context.ts'
import type { SignInResult } from './sign-in.ts'
import {
  completeStepWithCode,
  completeStepWithEmailCode,
  completeStepWithRecoveryCode,
} from './complete-step.ts'
import {
  completeStepWithPasskey,
  signInWithPasskey,
  startPasskeySignIn,
  startPasskeyStep,
} from './passkeys.ts'
import { getSecondStep } from '../second-factor/steps.ts'

/** The cookie outlasts the challenges, which also belong to other tabs of the browser. */
const PASSKEY_COOKIE_MINUTES = 24 * 60

/** Registers the routes of the second step of a sign-in, and of the sign-in with a passkey alone. */
export function registerSecondStepRoutes(app: FastifyInstance, context: Context): void {
  const { config, db } = context
  const attempts = { limit: RATE_LIMITS_BY_IP.secondStep }
  const challenges = { limit: RATE_LIMITS_BY_IP.passkeyChallenge }
  const readStep = (request: FastifyRequest, rememberDevice: boolean | undefined) => ({
    stepHash: readSecretCookie(request, config, 'second_step'),
    rememberDevice,
  })

  /** Sets the cookies of a new session and returns its account. */
  function answerSignedIn(reply: FastifyReply, signedIn: SignInResult) {
    setSignInCookies(reply, config, signedIn)
    return signedIn.account
  }

  mountEndpoint(app, secondStep.getSecondStep, ({ request }) =>
    getSecondStep(db, readStep(request, false).stepHash),
  )
  mountEndpoint(
    app,
    secondStep.completeStepWithCode,
    async ({ body: { code, rememberDevice }, request, reply }) => {
      const input = { ...readStep(request, rememberDevice), code }
      const client = getClientInfo(request, config)
      return answerSignedIn(reply, await completeStepWithCode(context, input, client))
    },
    attempts,
  )
  mountEndpoint(
    app,
    secondStep.completeStepWithRecoveryCode,
    async ({ body: { recoveryCode, rememberDevice }, request, reply }) => {
      const input = { ...readStep(request, rememberDevice), recoveryCode }
      const client = getClientInfo(request, config)
      return answerSignedIn(reply, await completeStepWithRecoveryCode(context, input, client))
    },
    attempts,
  )
  mountEndpoint(
    app,
    secondStep.completeStepWithEmailCode,
    async ({ body: { emailCode }, request, reply }) => {
      const { stepHash } = readStep(request, false)
      const client = getClientInfo(request, config)
      const outcome = await completeStepWithEmailCode(context, { stepHash, emailCode }, client)
      return answerSignIn(reply, config, outcome)
    },
    attempts,
  )
  mountEndpoint(
    app,
    secondStep.startPasskeyStep,
    ({ request }) => startPasskeyStep(context, readStep(request, false).stepHash),
    challenges,
  )
  mountEndpoint(
    app,
    secondStep.completeStepWithPasskey,
    async ({ body: { passkey, rememberDevice }, request, reply }) => {
      const input = { ...readStep(request, rememberDevice), passkey }
      const client = getClientInfo(request, config)
      return answerSignedIn(reply, await completeStepWithPasskey(context, input, client))
    },
    attempts,
  )

  mountEndpoint(
    app,
    passkeys.startPasskeySignIn,
    ({ request, reply }) => {
      // The tabs of a browser share one cookie, so that each of them can sign in.
      const existing = readSecretCookie(request, config, 'passkey')
      if (existing) return startPasskeySignIn(context, existing)
      const { token, tokenHash } = generateToken()
      setSecretCookie(reply, config, 'passkey', token, PASSKEY_COOKIE_MINUTES)
      return startPasskeySignIn(context, tokenHash)
    },
    challenges,
  )
  mountEndpoint(
    app,
    passkeys.signInWithPasskey,
    async ({ body, request, reply }) => {
      const browserHash = readSecretCookie(request, config, 'passkey')
      const client = getClientInfo(request, config)
      const signedIn = await signInWithPasskey(context, body.passkey, browserHash, client)
      clearSecretCookie(reply, config, 'passkey')
      return answerSignedIn(reply, signedIn)
    },
    attempts,
  )
}
