import { type Endpoint, buildPath } from '#contract/core/endpoint.ts'
import { EXAMPLES } from '#contract/examples/index.ts'
import { type CallParts, CALL_INPUTS } from './call-inputs.ts'
import type { Caller, CallTarget, AccessFixtures } from './fixtures.ts'

/** Returns the name of an endpoint in the access table, such as `GET /user`. */
export const getEndpointName = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Returns the parts of a valid request to an endpoint. Without another body it is sent the example of the contract. */
export async function buildCallParts(
  endpoint: Endpoint,
  fixtures: AccessFixtures,
  target: CallTarget,
): Promise<CallParts> {
  const parts = await CALL_INPUTS[getEndpointName(endpoint)]?.(fixtures, target)
  const body = parts?.body ?? EXAMPLES.get(endpoint)
  return { ...parts, ...(body && { body }) }
}

/** Calls an endpoint as `caller`, with a solved captcha, and returns its answer: `200`, or `404 SOME_CODE`. */
export async function callEndpointAs(
  fixtures: AccessFixtures,
  endpoint: Endpoint,
  caller: Caller,
  target: CallTarget,
): Promise<string> {
  const client = fixtures.clients[caller]
  const parts = await buildCallParts(endpoint, fixtures, target)
  const captcha =
    endpoint.captcha &&
    !endpoint.captcha.isOnDemand &&
    (await client.solveCaptcha(endpoint.captcha.action))
  const headers: Record<string, string> = {}
  if (endpoint.tus) Object.assign(headers, { 'tus-resumable': '1.0.0', ...parts.headers })
  if (captcha && endpoint.captcha?.in === 'header') headers['x-recaptcha-token'] = captcha
  let body: BodyInit | undefined
  if (endpoint.form) {
    const data = new FormData()
    for (const [name, value] of Object.entries(parts.form ?? {})) data.append(name, String(value))
    for (const [name, file] of Object.entries(parts.files ?? {})) data.append(name, file)
    body = data
  } else if (parts.bytes) {
    headers['content-type'] = 'application/offset+octet-stream'
    body = parts.bytes
  } else if (parts.body) {
    headers['content-type'] = 'application/json'
    const token = endpoint.captcha?.in === 'body' ? { googleRecaptchaToken: captcha } : {}
    body = JSON.stringify({ ...parts.body, ...token })
  }
  const reply = await client.request(`/api${buildPath(endpoint, parts.params, parts.query)}`, {
    method: endpoint.method,
    headers,
    ...(body && { body }),
  })
  const text = await reply.text()
  if (reply.status < 400 || text === '') return String(reply.status)
  return `${reply.status} ${(JSON.parse(text) as { code: string }).code}`
}
