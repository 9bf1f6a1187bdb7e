import { createHash, randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import * as z from 'zod/mini'
import type { Db } from '#server/db/client.ts'
import { type Captcha, markCaptchaUsed } from './captcha.ts'

const CHALLENGE_TTL_MS = 10 * 60_000
const TOKEN_MAX_LENGTH = 4096

const Token = z.object({
  challenge: z.object({
    parameters: z.looseObject({ data: z.object({ action: z.string() }), expiresAt: z.number() }),
    signature: z.string(),
  }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
})

/**
 * Creates the ALTCHA v2 captcha, a proof of work. The browser computes between half of `attempts` and `attempts` PBKDF2
 * derivations of `cost` iterations; the server verifies the answer with one HMAC. The signature covers the captcha
 * action. Used answers are stored in the database, so that every process rejects them.
 */
export function createAltcha({
  db,
  secret,
  cost,
  attempts,
}: {
  db: Db
  secret: string
  cost: number
  attempts: number
}): Captcha {
  const secrets = {
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: createHash('sha256').update(`captcha-key:${secret}`).digest('hex'),
  }

  return {
    async challenge(action) {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(Math.ceil(attempts / 2), attempts + 1),
        deriveKey,
        expiresAt: new Date(Date.now() + CHALLENGE_TTL_MS),
        data: { action },
        ...secrets,
      })
      return { ...challenge }
    },

    async verify(token, action) {
      const payload = parseToken(token)
      if (!payload || payload.challenge.parameters.data.action !== action) return false
      const { verified } = await verifySolution({
        challenge: payload.challenge as unknown as Challenge,
        solution: payload.solution,
        deriveKey,
        ...secrets,
      }).catch(() => ({ verified: false }))
      if (!verified) return false
      const { signature, parameters } = payload.challenge
      return markCaptchaUsed(db, signature, new Date(parameters.expiresAt * 1000))
    },
  }
}

function parseToken(token: string | undefined) {
  if (!token || token.length > TOKEN_MAX_LENGTH) return undefined
  try {
    const parsedToken = z.safeParse(
      Token,
      JSON.parse(Buffer.from(token, 'base64').toString('utf8')),
    )
    return parsedToken.success ? parsedToken.data : undefined
  } catch {
    return undefined
  }
}
