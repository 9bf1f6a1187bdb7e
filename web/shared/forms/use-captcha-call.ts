import type { ApiResult, CaptchaAction, Endpoint, CallInput } from '#contract/core/endpoint.ts'
import { useCaptcha } from '#web/api/captcha.ts'
import { callEndpoint } from '#web/api/client.ts'

export type CaptchaEndpoint = Endpoint & { captcha: { action: CaptchaAction } }
export type InputWithoutCaptcha<E extends Endpoint> = Omit<CallInput<E>, 'captcha'>

/**
 * Returns a function that calls an endpoint with a captcha, which is solved while the user fills in the form. If no
 * captcha can be solved, nothing is sent and the result is ERROR_CAPTCHA_FAILED.
 */
export function useCaptchaCall<E extends CaptchaEndpoint>(
  endpoint: E,
): (input: InputWithoutCaptcha<E>) => Promise<ApiResult<E>> {
  const takeCaptcha = useCaptcha(endpoint.captcha.action)
  return async input => {
    const captcha = await takeCaptcha().catch(() => undefined)
    if (captcha === undefined) return { ok: false, status: 403, code: 'ERROR_CAPTCHA_FAILED' }
    return callEndpoint(endpoint, { ...input, captcha } as CallInput<E>)
  }
}
