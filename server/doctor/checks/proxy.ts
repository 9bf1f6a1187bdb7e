import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import { DAY_MS } from '#contract/core/time.ts'
import type { Config } from '#server/config.ts'
import { PROXY_CHECK_PATH, type SeenRequest } from '#server/http/routes/proxy-check.ts'
import { type Finding, describeError, fault, ok, warning } from '../finding.ts'

const TIMEOUT_MS = 10_000
/** The bytes of a product besides its file: its images and texts. */
const FORM_BYTES = 6_000_000
/** An address that no visitor can have (RFC 5737). A process that believes it believes every visitor. */
const FORGED_ADDRESS = '192.0.2.1'
const CERTIFICATE_DAYS = 14

type ProxyConfig = Pick<Config, 'publicOrigin' | 'metricsToken' | 'trustProxy' | 'formFileMaxBytes'>

/** Asks PUBLIC_ORIGIN, as visitors do, how the requests arrive behind the proxy. */
export async function checkProxy(config: ProxyConfig): Promise<Finding[]> {
  const { publicOrigin, metricsToken } = config
  let daysLeft: number | undefined
  try {
    const { status, certificateDays } = await send(`${publicOrigin}/healthz`)
    if (status !== 200)
      return [
        fault(
          `${publicOrigin}/healthz answers ${status}`,
          'Check that the proxy passes all paths of this host to the server, and that the server runs.',
        ),
      ]
    daysLeft = certificateDays
  } catch (error) {
    return [
      fault(
        `${publicOrigin} cannot be reached: ${describeError(error)}`,
        'Start the server and the proxy. Check the DNS record of the host, its certificate, and that the ports 80 and 443 are open.',
      ),
    ]
  }
  const findings = [ok(`${publicOrigin} answers`)]
  if (daysLeft !== undefined && daysLeft < CERTIFICATE_DAYS)
    findings.push(
      warning(`the certificate ends in ${daysLeft} days`, 'Check that the proxy can renew it.'),
    )
  if (metricsToken === undefined)
    findings.push(
      warning(
        'what the proxy passes on was not checked',
        'Set METRICS_TOKEN to a random text (openssl rand -hex 32), restart the server, and run this command again.',
      ),
    )
  else findings.push(...(await checkPassedRequest(config, metricsToken)))
  return findings
}

/** Announces an upload of the largest size with a forged address, and checks what the process behind the proxy sees. */
async function checkPassedRequest(config: ProxyConfig, token: string): Promise<Finding[]> {
  const megabytes = Math.ceil((config.formFileMaxBytes + FORM_BYTES) / 1e6)
  let answer: Answer
  try {
    answer = await send(`${config.publicOrigin}${PROXY_CHECK_PATH}`, {
      authorization: `Bearer ${token}`,
      origin: config.publicOrigin,
      'content-type': 'application/json',
      'content-length': String(megabytes * 1e6),
      'x-forwarded-for': FORGED_ADDRESS,
    })
  } catch {
    return [
      fault(
        'the proxy waits for a whole upload before it passes it on',
        'Turn its buffering of requests off (nginx: proxy_request_buffering off). See ops/nginx.conf.',
      ),
    ]
  }
  if (answer.status === 413)
    return [
      fault(
        `the proxy refuses uploads of ${megabytes} MB`,
        `Raise its limit (nginx: client_max_body_size ${megabytes}m).`,
      ),
    ]
  if (answer.status === 401)
    return [
      fault(
        'the server has another METRICS_TOKEN than this command',
        'Run the command with the settings of the server, and restart the server after a change.',
      ),
    ]
  if (answer.status !== 200)
    return [
      fault(
        `${PROXY_CHECK_PATH} is answered ${answer.status}`,
        'Check that the proxy passes all paths to this version of the server, with the methods and headers as they are.',
      ),
    ]
  const seen = JSON.parse(answer.body) as SeenRequest
  return [
    ok(`uploads of ${megabytes} MB are passed on as they arrive`),
    checkAddress(config, seen),
    checkHost(config, seen),
  ]
}

function checkAddress({ trustProxy, publicOrigin }: ProxyConfig, seen: SeenRequest): Finding {
  if (seen.clientAddress === FORGED_ADDRESS)
    return fault(
      'visitors can choose the address that the limits count',
      'Let the proxy overwrite X-Forwarded-For instead of adding to it, and set TRUST_PROXY to the address of the proxy only.',
    )
  // Without a proxy, what the doctor sent arrives as it was.
  const hasProxy = seen.forwardedFor !== null && seen.forwardedFor !== FORGED_ADDRESS
  if (!hasProxy && publicOrigin.startsWith('https:'))
    return fault(
      'the proxy does not send X-Forwarded-For',
      'Let the proxy set it to the address of the visitor. See ops/nginx.conf.',
    )
  if (!hasProxy) return ok(`there is no proxy; visitors have the address ${seen.clientAddress}`)
  // The proxy itself is a visitor when the command runs on its machine.
  const isFromProxy = seen.forwardedFor === seen.clientAddress
  if (trustProxy === undefined || (seen.clientAddress === seen.connectionAddress && !isFromProxy))
    return fault(
      'the limits count all visitors as one',
      `Set TRUST_PROXY to the address of the proxy, which is ${seen.connectionAddress}.`,
    )
  return ok(`this machine is seen as ${seen.clientAddress}`)
}

function checkHost({ publicOrigin }: ProxyConfig, { host }: SeenRequest): Finding {
  const expected = new URL(publicOrigin).host
  if (host === expected) return ok(`the host arrives as ${host}`)
  return fault(
    `the host arrives as ${host} and not as ${expected}`,
    'Let the proxy pass the header Host on (nginx: proxy_set_header Host $http_host).',
  )
}

interface Answer {
  status: number
  body: string
  /** The days for which the certificate is still valid; undefined without TLS. */
  certificateDays: number | undefined
}

/**
 * Sends the headers of a request, and none of the body that they announce.
 * @throws Error if no answer comes in time
 */
async function send(url: string, headers?: Record<string, string>): Promise<Answer> {
  const open = url.startsWith('https:') ? requestHttps : requestHttp
  const method = headers ? 'POST' : 'GET'
  const request = open(url, { method, headers: headers ?? {}, agent: false })
  request.on('error', () => undefined)
  if (headers) request.flushHeaders()
  else request.end()
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage]
    const certificateDays = readCertificateDays(response.socket as TLSSocket)
    return { status: response.statusCode ?? 0, body: await text(response), certificateDays }
  } finally {
    // The request has no end, so its connection is given up.
    request.destroy()
  }
}

function readCertificateDays(socket: Partial<TLSSocket>): number | undefined {
  const end = socket.getPeerCertificate?.().valid_to
  return end ? Math.floor((Date.parse(end) - Date.now()) / DAY_MS) : undefined
}
