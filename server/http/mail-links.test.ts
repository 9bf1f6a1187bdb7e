import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { requestEmailChange } from '#contract/accounts/user.ts'
import { buildPath, type Endpoint } from '#contract/core/endpoint.ts'
import { recoverPassword } from '#contract/accounts/passwords.ts'
import { register, resendVerification } from '#contract/accounts/registration.ts'
import { PASSWORD } from '#tools/test-app/test-app.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import type { ApiClient } from '#tools/api-client/api-client.ts'

const shop = useTestApp()

const ana = 'ana@mail.test'
const EVIL = 'evil.test'

/** Sends raw bytes, which need not be a valid request. Resolves to the status line of the response. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(shop.config.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', chunk => (answer += chunk.toString()))
    socket.on('end', () => resolve(answer.split('\r\n')[0]!))
    socket.on('error', reject)
  })
}

interface Forgery {
  name: string
  /** The text before the path in the request line, such as another origin. */
  prefix?: string
  host: string
  headers?: string[]
}

const FORGERIES: Forgery[] = [
  { name: 'another Host', host: EVIL },
  { name: 'a Host with a port', host: `127.0.0.1:${EVIL}` },
  {
    name: 'X-Forwarded-Host',
    host: 'ours',
    headers: [`X-Forwarded-Host: ${EVIL}`, `X-Host: ${EVIL}`, `Forwarded: host=${EVIL}`],
  },
  {
    name: 'X-Forwarded-Proto and -Port',
    host: 'ours',
    headers: ['X-Forwarded-Proto: ftp', 'X-Forwarded-Port: 1'],
  },
  {
    name: 'X-Original-URL',
    host: 'ours',
    headers: [`X-Original-URL: http://${EVIL}/`, `X-Rewrite-URL: //${EVIL}/`],
  },
  { name: 'an absolute address in the request line', prefix: `http://${EVIL}`, host: 'ours' },
  { name: 'an absolute address and its Host', prefix: `http://${EVIL}`, host: EVIL },
  { name: 'a second Host', host: 'ours', headers: [`Host: ${EVIL}`] },
]

async function forge(
  { prefix = '', host, headers = [] }: Forgery,
  person: ApiClient,
  endpoint: Endpoint,
  body: object,
): Promise<string> {
  const { action, in: place } = endpoint.captcha!
  const token = await person.solveCaptcha(action)
  const json = JSON.stringify(place === 'body' ? { ...body, googleRecaptchaToken: token } : body)
  const cookie = [...person.cookies].map(pair => pair.join('=')).join('; ')
  return send(
    [
      `${endpoint.method} ${prefix}/api${buildPath(endpoint)} HTTP/1.1`,
      `Host: ${host === 'ours' ? new URL(shop.origin).host : host}`,
      ...headers,
      `Origin: ${shop.origin}`,
      ...(cookie ? [`Cookie: ${cookie}`] : []),
      'Content-Type: application/json',
      ...(place === 'header' ? [`X-Recaptcha-Token: ${token}`] : []),
      `Content-Length: ${Buffer.byteLength(json)}`,
      'Connection: close',
      '',
      json,
    ].join('\r\n'),
  )
}

/** Returns every URL in the emails that were sent to these addresses. */
async function linksIn(addresses: string[]): Promise<string[]> {
  await shop.waitForJobs()
  const mails = (await Promise.all(addresses.map(address => shop.listMails(address)))).flat()
  expect(mails.length).toBeGreaterThan(0)
  return mails.flatMap(({ text, html }) => `${text} ${html}`.match(/\w+:\/\/[^\s"'<>]+/g) ?? [])
}

describe.each(FORGERIES)('emails caused by a request with $name', forgery => {
  test('every link in an email points to PUBLIC_ORIGIN whatever the request headers say', async () => {
    const creator = await shop.creator(ana)
    const form = {
      email: 'bea@mail.test',
      password: PASSWORD,
      confirm_password: PASSWORD,
      tyc: true,
    }
    const answers = [
      await forge(forgery, shop.visitor(), register, form),
      await forge(forgery, shop.visitor(), resendVerification, { email: form.email }),
      await forge(forgery, shop.visitor(), recoverPassword, { email: ana }),
      await forge(forgery, creator, requestEmailChange, {
        newEmail: 'eva@mail.test',
        password: PASSWORD,
      }),
    ]

    // The server either refuses the request or handles it as usual; in both cases no email contains the forged host.
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 (201|202|400|404)/)
    const links = await linksIn([ana, form.email, 'eva@mail.test'])
    expect(links.filter(link => !link.startsWith(shop.origin))).toEqual([])
  })
})
