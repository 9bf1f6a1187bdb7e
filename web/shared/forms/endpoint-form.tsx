import type { FieldValues } from 'react-hook-form'
import type { EndpointReply } from '#contract/core/endpoint.ts'
import { CallForm, type CallFormProps } from './call-form.tsx'
import {
  type CaptchaEndpoint,
  type InputWithoutCaptcha,
  useCaptchaCall,
} from './use-captcha-call.ts'

/**
 * A form that sends its values to an endpoint with a captcha.
 * @param toInput the request that the values make
 */
export function EndpointForm<
  E extends CaptchaEndpoint,
  Input extends FieldValues,
  Output extends FieldValues,
>({
  endpoint,
  toInput,
  ...form
}: Omit<CallFormProps<Input, Output, EndpointReply<E>>, 'send' | 'hasCaptcha'> & {
  endpoint: E
  toInput: (values: Output) => InputWithoutCaptcha<E>
}) {
  const call = useCaptchaCall(endpoint)
  return <CallForm {...form} hasCaptcha send={values => call(toInput(values))} />
}
