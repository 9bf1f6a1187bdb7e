import { describe, expect, test } from 'vitest'
import { toCallResult } from './call-result.ts'

describe('the result of a mutation of RTK Query, as that of a call', () => {
  test('the call result of a mutation has the reply of a success', async () => {
    expect(await toCallResult(Promise.resolve({ data: { id: 7 } }))).toEqual({
      ok: true,
      body: { id: 7 },
    })
  })

  test('the call result of a mutation has the status, the code and the issues of a failed call', async () => {
    const issues = [{ path: 'name', message: 'El nombre es muy largo' }]
    const error = { status: 400, code: 'INVALID_DATA', issues } as const

    expect(await toCallResult(Promise.resolve({ error }))).toEqual({ ok: false, ...error })
  })

  test('the call result of a mutation has an unknown error if the call was never made', async () => {
    const error = { name: 'AbortError', message: 'aborted' }

    expect(await toCallResult(Promise.resolve({ error }))).toMatchObject({
      ok: false,
      code: 'UNKNOWN_ERROR',
    })
  })
})
