import { describe, expect, test } from 'vitest'
import type { confirmOrderEmail } from '#contract/address-change.ts'
import type { ApiResult } from '#contract/core/endpoint.ts'
import { findOutcome } from './link-page.tsx'

type Result = ApiResult<typeof confirmOrderEmail>

const answers = {
  onDone: ({ state }: { state: string }) => ({ title: state, text: 'It is done.' }),
  refusals: { ERROR_INVALID_OR_EXPIRED_TOKEN: { title: 'It is too late.', text: 'Ask again.' } },
}
const find = (result: Result) => findOutcome<typeof confirmOrderEmail>(result, answers)

describe('the outcome of an emailed link', () => {
  test('the outcome of an emailed link is described by the reply of a call that succeeded', () => {
    const body = { state: 'changed', orderToken: null } as const

    expect(find({ ok: true, status: 200, body })).toEqual({ title: 'changed', text: 'It is done.' })
  })

  test('the outcome of an emailed link has the illustration of a lost envelope if the link does not work', () => {
    const refused = { ok: false, status: 400, code: 'ERROR_INVALID_OR_EXPIRED_TOKEN' } as const

    expect(find(refused)).toEqual({
      art: 'lostEnvelope',
      title: 'It is too late.',
      text: 'Ask again.',
    })
  })

  test.each([
    [0, 'UNKNOWN_ERROR'],
    [429, 'ERROR_TOO_MANY_REQUESTS'],
    [500, 'ERROR_UNEXPECTED_SERVER'],
  ] as const)(
    'the outcome of an emailed link stays open after an answer of %d %s, so that the press can be repeated',
    (status, code) => {
      expect(find({ ok: false, status, code })).toBeUndefined()
    },
  )
})
