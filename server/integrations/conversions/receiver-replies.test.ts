import { describe, expect, test } from 'vitest'
import { readReply } from './receiver-replies.ts'

const meta = (code: number, more: object = {}) =>
  JSON.stringify({ error: { code, message: 'words', ...more } })
const tiktok = (code: number, message = 'words') => JSON.stringify({ code, message })

describe('the answer of a receiver', () => {
  test.each([
    ['meta', 200, '{"events_received":1}', 'accepted'],
    ['meta', 400, meta(190), 'secret_refused'],
    ['meta', 403, meta(200), 'secret_refused'],
    ['meta', 400, meta(100, { error_subcode: 33 }), 'id_refused'],
    ['meta', 404, 'Not found', 'id_refused'],
    ['meta', 410, '', 'id_refused'],
    ['meta', 400, meta(100), 'event_refused'],
    ['meta', 400, meta(4), 'unavailable'],
    ['meta', 400, meta(100, { is_transient: true }), 'unavailable'],
    ['meta', 500, '', 'unavailable'],
    ['tiktok', 200, tiktok(0), 'accepted'],
    ['tiktok', 200, tiktok(40_105), 'secret_refused'],
    ['tiktok', 200, tiktok(40_002, 'Invalid pixel_code'), 'id_refused'],
    ['tiktok', 200, tiktok(40_002), 'event_refused'],
    ['tiktok', 200, tiktok(40_100), 'unavailable'],
    ['tiktok', 200, tiktok(51_010), 'unavailable'],
    ['tiktok', 200, '<html>', 'unavailable'],
    ['ga4', 204, '', 'accepted'],
    ['ga4', 410, '', 'id_refused'],
    ['ga4', 429, '', 'unavailable'],
  ] as const)('%s %d %s is %s', (kind, status, text, answer) => {
    expect(readReply(kind, status, text).answer).toBe(answer)
  })
})
