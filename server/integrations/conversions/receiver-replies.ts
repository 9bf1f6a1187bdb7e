import * as z from 'zod/mini'
import type { ReceiverAnswer, ReceiverKind } from '#contract/conversions.ts'
import { parseJson } from '../mercadopago/read-response.ts'

/** What a receiver answered, and in which words; the words are empty if it said nothing. */
export interface ReceiverReply {
  answer: ReceiverAnswer
  message: string
}

/** The body of a refusal by Meta. Source: Meta, "Handling Errors" of the Graph API. */
const MetaError = z.object({
  error: z.object({
    code: z.optional(z.number()),
    error_subcode: z.optional(z.number()),
    is_transient: z.optional(z.boolean()),
    message: z.optional(z.string()),
    error_user_msg: z.optional(z.string()),
  }),
})
/** The codes of Meta for a fault of its own and for too many calls, which come with the status 400. */
const META_TEMPORARY = new Set([1, 2, 4, 17, 32, 341, 368, 613, 80_000, 80_004])
/** An access token that is invalid, has expired or lacks a permission. */
const isMetaToken = (code: number) =>
  code === 190 || code === 102 || code === 10 || (code >= 200 && code < 300)
/** Meta says with it that an object does not exist or that the token may not see it. */
const META_UNKNOWN_OBJECT = 33

/** The body of every answer by TikTok, which has the status 200 for refusals too. Source: TikTok, "Return codes". */
const TikTokBody = z.object({ code: z.number(), message: z.optional(z.string()) })
const TIKTOK_TEMPORARY = new Set([40_016, 40_100, 40_133])
const TIKTOK_TOKEN = new Set([40_001, 40_102, 40_104, 40_105, 40_110])

/** Reads the answer that an HTTP status alone means. */
function readStatus(status: number): ReceiverAnswer {
  if (status >= 200 && status < 300) return 'accepted'
  if (status === 408 || status === 429 || status >= 500) return 'unavailable'
  if (status === 401 || status === 403) return 'secret_refused'
  return status === 404 || status === 410 ? 'id_refused' : 'event_refused'
}

function readMeta(status: number, text: string): ReceiverReply {
  const answer = readStatus(status)
  const parsed = z.safeParse(MetaError, parseJson(text))
  if (!parsed.success) return { answer, message: '' }
  const { code = 0, error_subcode, is_transient, message, error_user_msg } = parsed.data.error
  const words = error_user_msg ?? message ?? ''
  if (is_transient || META_TEMPORARY.has(code)) return { answer: 'unavailable', message: words }
  if (isMetaToken(code)) return { answer: 'secret_refused', message: words }
  if (code === 803 || error_subcode === META_UNKNOWN_OBJECT)
    return { answer: 'id_refused', message: words }
  return { answer, message: words }
}

function readTikTok(status: number, text: string): ReceiverReply {
  const answer = readStatus(status)
  const parsed = z.safeParse(TikTokBody, parseJson(text))
  // A success without TikTok's code comes from something in between.
  if (!parsed.success)
    return { answer: answer === 'accepted' ? 'unavailable' : answer, message: '' }
  const { code, message = '' } = parsed.data
  if (code === 0) return { answer, message }
  if (TIKTOK_TEMPORARY.has(code) || code >= 50_000) return { answer: 'unavailable', message }
  if (TIKTOK_TOKEN.has(code)) return { answer: 'secret_refused', message }
  return { answer: /pixel|event_source/i.test(message) ? 'id_refused' : 'event_refused', message }
}

/**
 * Reads what a receiver answered. Google Analytics takes everything with 204, also with a wrong id or secret.
 * @param text the body of the response
 */
export function readReply(kind: ReceiverKind, status: number, text: string): ReceiverReply {
  if (kind === 'meta') return readMeta(status, text)
  if (kind === 'tiktok') return readTikTok(status, text)
  return { answer: readStatus(status), message: '' }
}
