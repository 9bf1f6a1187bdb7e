import { request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { login } from '#contract/accounts/sessions.ts'
import { renewRecoveryCodes } from '#contract/accounts/second-factors.ts'
import { createPreference } from '#contract/orders/orders.ts'
import { uploadPicture } from '#contract/profiles.ts'
import { ApiClient } from '#tools/api-client/api-client.ts'
import {
  PASSWORD,
  linkMercadoPago,
  publishProduct,
  registerCreator,
} from '#tools/api-client/creator.ts'
import { createNoiseCover } from '#tools/api-client/hostile-files.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { addSoftwarePasskey } from '#tools/test-app/second-factors.ts'
import { startTestServer } from '#tools/test-app/test-server.ts'
import { buildIfNeeded } from '../../scripts/build.ts'
import { type Figure, publishReport } from '../shared/report.ts'

/**
 * Measures what others wait for while one user at one IP address sends costly calls.
 */

/** The longest times that others may wait, in milliseconds. */
const TARGETS = { login: 1000, 'profile picture': 20_000, publication: 20_000, checkout: 1000 }
const ROUNDS = 10
const PARALLEL = 20
/** The pause after each call of an attack, so that the load generator does not take the processor of the server. */
const PAUSE_MS = 100

await buildIfNeeded()
const server = await startTestServer(
  { TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' },
  { hostname: 'localhost' },
)

const connect = (ip: string) => new ApiClient(server.origin, { 'x-forwarded-for': ip })
/** Each visitor of a round has an address of their own. */
const connectOther = (round: number) => connect(`203.0.113.${round + 1}`)

async function createSeller(client: ApiClient, email: string): Promise<ApiClient> {
  await registerCreator(client, email, address => server.waitForMailText(address))
  await linkMercadoPago(client)
  return client
}

/** Sends calls, `PARALLEL` at the same time, until the signal aborts. Returns how many got which status. */
async function flood(
  send: () => Promise<number>,
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const sendInTurn = async () => {
    while (!signal.aborted) {
      const status = await send()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await pause(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, sendInTurn))
  return statuses
}

/**
 * Sends a profile picture at 5 KB/s, until it is answered, its connection is closed or the signal aborts. Returns the
 * status; 0 if there was none.
 */
function uploadSlowly(client: ApiClient, signal: AbortSignal): Promise<number> {
  return new Promise(resolve => {
    const upload = httpRequest(`${server.origin}/api/profile/picture`, {
      method: 'POST',
      headers: {
        origin: server.origin,
        ...client.headers,
        cookie: [...client.cookies].map(pair => pair.join('=')).join('; '),
        'content-type': 'multipart/form-data; boundary=x',
        'transfer-encoding': 'chunked',
      },
    })
    const timer = setInterval(() => upload.write(Buffer.alloc(5 * 1024)), 1000)
    const end = (status: number) => {
      clearInterval(timer)
      upload.destroy()
      resolve(status)
    }
    upload.on('response', ({ statusCode = 0 }) => end(statusCode))
    upload.on('error', () => end(0))
    signal.addEventListener('abort', () => end(0))
    upload.write(
      '--x\r\ncontent-disposition: form-data; name="picture_file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
    )
  })
}

const findPercentile95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!

const formatStatuses = (statuses: ReadonlyMap<number, number>) =>
  [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')

try {
  await server.start()
  /** Each attack comes from a user and an IP address of its own. */
  const createAttacker = async (number: number) => {
    const client = connect(`198.51.100.${number}`)
    await createSeller(client, `attacker${number}@starvation.test`)
    await addSoftwarePasskey(client)
    return client
  }
  const [renewer, painter, searcher] = [
    await createAttacker(1),
    await createAttacker(2),
    await createAttacker(3),
  ]
  const uploaders: ApiClient[] = []
  for (let number = 5; number < 9; number += 1) uploaders.push(await createAttacker(number))
  /** Each attack meets another seller, since an address can ask for a limited number of captchas in an hour. */
  const createOtherSeller = async (number: number) => {
    const email = `seller${number}@starvation.test`
    const client = await createSeller(connect(`203.0.113.${200 + number}`), email)
    return { email, client, ...(await publishProduct(client)) }
  }
  type OtherSeller = Awaited<ReturnType<typeof createOtherSeller>>
  const [cover, tallImage] = [await createCoverImage(), await createNoiseCover(960, 16_000)]

  const work: Record<
    keyof typeof TARGETS,
    (seller: OtherSeller, round: number) => Promise<{ status: number }>
  > = {
    login: ({ email }, round) =>
      connectOther(round).call(login, { body: { email, password: PASSWORD } }),
    'profile picture': ({ client }) =>
      client.call(uploadPicture, { form: {}, files: { picture_file: cover } }),
    publication: async ({ client }, round) => {
      await publishProduct(client, { name: `Cuaderno ${round}`, image: cover })
      return { status: 200 }
    },
    checkout: ({ id }, round) =>
      connectOther(round).call(createPreference, {
        body: { products: [{ id }], payerEmail: `buyer${round}@starvation.test` },
      }),
  }
  let uploads = 0
  const attacks: Record<string, (signal: AbortSignal) => Promise<number>> = {
    'no attack': () => Promise.resolve(0),
    'renewals of recovery codes': async () => (await renewer.call(renewRecoveryCodes, {})).status,
    'profile pictures of 960 x 16,000 pixels': async () =>
      (await painter.call(uploadPicture, { form: {}, files: { picture_file: tallImage } })).status,
    'slow uploads of four users': signal =>
      uploadSlowly(uploaders[uploads++ % uploaders.length]!, signal),
    searches: async () =>
      (await searcher.request(`/api/public/product/page/1?q=${crypto.randomUUID()}`)).status,
    logins: () => {
      const body = { email: `${crypto.randomUUID()}@starvation.test`, password: PASSWORD }
      return connect('198.51.100.4')
        .call(login, { body })
        .then(
          ({ status }) => status,
          (error: unknown) => {
            // The limit of captchas is reached before that of logins.
            if (String(error).includes('ERROR_TOO_MANY_REQUESTS')) return 429
            throw error
          },
        )
    },
  }
  const names = Object.keys(TARGETS) as (keyof typeof TARGETS)[]
  const figures: Figure[] = []
  for (const [index, [attack, send]] of Object.entries(attacks).entries()) {
    const seller = await createOtherSeller(index)
    const end = new AbortController()
    const running = flood(() => send(end.signal), end.signal)
    // The attack is under way before others come.
    await pause(2000)
    const times = { login: [], 'profile picture': [], publication: [], checkout: [] } as Record<
      keyof typeof TARGETS,
      number[]
    >
    let failures = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of names) {
        const startedAt = performance.now()
        const { status } = await work[name](seller, round)
        if (status >= 300) failures += 1
        times[name].push(performance.now() - startedAt)
      }
    }
    end.abort()
    const statuses = await running
    await server.waitForJobs()
    console.log(`… ${attack}`)
    const percentiles = names.map(name => findPercentile95(times[name]))
    const isFast = names.every((name, place) => percentiles[place]! <= TARGETS[name])
    figures.push({
      what: attack,
      measured: `${percentiles.map(ms => ms.toFixed(0)).join(', ')} ms; ${failures} of ${ROUNDS * names.length} refused; the attack got ${formatStatuses(statuses)}`,
      promised: `<= ${Object.values(TARGETS).join(', ')} ms; 0 refused`,
      isKept: failures === 0 && (isFast || attack === 'no attack'),
    })
  }
  await publishReport('starvation', {
    title: 'Others while one user sends costly calls',
    how: `A user at one IP address, or each of four, sends costly calls, ${PARALLEL} at a time, at most 200 a second. Meanwhile others at other addresses sign in, change a picture, publish and order, one after the other, ${ROUNDS} times. The times are the 95th percentiles of these four.`,
    figures,
  })
} finally {
  await server.close()
}
