import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/core/errors.ts'
import * as m from '#messages'
import { errorText } from '#messages/errors'
import { getLocale } from '#messages/runtime'
import type { ApiFailure } from '#web/api/client.ts'
import { FormFailure } from './form-failure.tsx'

const render = (failure: ApiFailure | undefined) =>
  renderToStaticMarkup(<FormFailure title="It was not sent" failure={failure} />)

describe('the failure of a form', () => {
  test('the failure of a form is an alert, which screen readers announce, with the reason of the server', () => {
    const html = render({ status: 403, code: 'ERROR_CAPTCHA_FAILED' })

    expect(html).toContain('role="alert"')
    expect(html).toContain('It was not sent')
    expect(html).toContain(errorText('ERROR_CAPTCHA_FAILED', getLocale()))
  })

  test('the failure of a form says that there is no connection if the server did not answer', () => {
    expect(render({ status: 0, code: 'UNKNOWN_ERROR' })).toContain(m.no_connection())
  })

  test('the failure of a form repeats the messages about fields that the form does not have', () => {
    const issues = [{ path: 'other', message: 'El campo no va' }]

    expect(render({ status: 400, code: 'INVALID_DATA', issues })).toContain('El campo no va')
  })

  test.each([undefined, 'ERROR_REAUTHENTICATION_REQUIRED' satisfies ErrorCode] as const)(
    'the failure of a form says nothing without a failure, or if the user cancelled the proof of identity (%s)',
    code => {
      expect(render(code && { status: 403, code })).toBe('')
    },
  )
})
