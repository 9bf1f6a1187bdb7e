import type { CaptchaAction, CallInput, Endpoint, EndpointReply } from '#contract/core/endpoint.ts'
import { useCaptcha } from '#web/api/captcha.ts'
import { callEndpoint } from '#web/api/client.ts'
import type { CallResult } from './call-result.ts'

export type CaptchaEndpoint = Endpoint & { captcha: { action: CaptchaAction } }
export type InputWithoutCaptcha<E extends Endpoint> = Omit<CallInput<E>, 'captcha'>

/**
 * Returns a function that calls an endpoint with a captcha, which is solved while the user fills in the form. If no
 * captcha can be solved, nothing is sent and the result is ERROR_CAPTCHA_FAILED.
 * @param call sends the request, for one that changes cached data
 */
export function useCaptchaCall<E extends CaptchaEndpoint>(
  endpoint: E,
  call: (input: CallInput<E>) => Promise<CallResult<EndpointReply<E>>> = input =>
    callEndpoint(endpoint, input),
): (input: InputWithoutCaptcha<E>) => Promise<CallResult<EndpointReply<E>>> {
  const takeCaptcha = useCaptcha(endpoint.captcha.action)
  return async input => {
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) return { ok: false, status: 403, code: 'ERROR_CAPTCHA_FAILED' }
    return call({ ...input, captcha } as CallInput<E>)
  }
}
