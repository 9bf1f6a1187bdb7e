import {
  type Browser,
  type Locator,
  type Page,
  chromium,
  expect as playwrightExpect,
} from '@playwright/test'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { getCaptchaChallenge } from '#contract/accounts/captcha.ts'
import { type Endpoint, type EndpointReply, getSuccessStatus } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { findDebianBrowser } from '../../scripts/browser.ts'

/** Waits for what a page will show, as long as a busy machine takes. */
export const expect = playwrightExpect.configure({ timeout: 15_000 })

/** What the network answers a request: a status and a body, or nothing at all. */
export type Answer = { status: number; body?: unknown } | 'offline'

/** A request of the component to the API. */
export interface ApiRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

/** A page whose only content is a component. The network is all that is not real. */
export interface ComponentPage {
  page: Page
  /** Gives the answers to the next requests to an endpoint. The last one is also that of all later requests. */
  answer: (endpoint: Endpoint, ...answers: (Answer | Promise<Answer>)[]) => void
  /** The requests to each endpoint, oldest first. */
  requestsTo: (endpoint: Endpoint) => ApiRequest[]
  /** The path of the page of the site to which the component has led; `/` at first. */
  address: Locator
  /** The toasts that are shown. */
  toasts: Locator
  /** Shows an export of the fixture with props. */
  show: (name: string, props?: Record<string, unknown>) => Promise<void>
}

/** The answer of an endpoint that has succeeded. */
export const success = <E extends Endpoint>(
  endpoint: E,
  ...[body]: EndpointReply<E> extends undefined ? [] : [body: EndpointReply<E>]
): Answer => ({ status: getSuccessStatus(endpoint), body })

/** The answer of an endpoint that has refused a request. */
export const refusal = (status: number, code: ErrorCode, details: object = {}): Answer => ({
  status,
  body: { code, message: '', ...details },
})

/**
 * Opens the page anew for each test of a file. At the end of a test no request may be left without an answer of the
 * test, and no script may have thrown an error. Captchas are solved.
 * @param file the fixture, as a path from the root of the repository
 */
export function useComponentPage(file: string): () => Promise<ComponentPage> {
  let browser: Browser
  let page: Page
  let answers: Map<string, (Answer | Promise<Answer>)[]>
  let requests: ApiRequest[]
  const faults: string[] = []

  const answer = ({ method, path }: Endpoint, ...list: (Answer | Promise<Answer>)[]) =>
    void answers.set(`${method} ${path}`, list)
  const answerApi = async (request: ApiRequest): Promise<Answer> => {
    requests.push(request)
    const list = [...answers].find(([key]) => isCallOf(key, request))?.[1]
    if (!list) faults.push(`${request.method} ${request.path} has no answer`)
    return (list && list.length > 1 ? list.shift() : list?.[0]) ?? 'offline'
  }

  beforeAll(async () => {
    const executablePath = findDebianBrowser()
    browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    page = await browser.newPage({ reducedMotion: 'reduce' })
    page.setDefaultTimeout(15_000)
    page.on('pageerror', error => faults.push(error.message))
    await page.exposeFunction('answerApi', answerApi)
  })
  afterEach(() => expect(faults.splice(0)).toEqual([]))
  afterAll(() => browser.close())

  return async () => {
    answers = new Map()
    requests = []
    answer(getCaptchaChallenge, success(getCaptchaChallenge, await createEasyChallenge()))
    await page.goto(inject('componentPage'))
    return {
      page,
      address: page.getByTestId('address'),
      toasts: page.locator('.Toastify__toast'),
      answer,
      requestsTo: ({ method, path }) =>
        requests.filter(request => isCallOf(`${method} ${path}`, request)),
      show: async (name, props = {}) => {
        const input = [file, name, props].map(value => JSON.stringify(value))
        await page.evaluate(`show(${input.join()})`)
      },
    }
  }
}

/** Returns whether a request is one to the endpoint with the key, such as `GET /orders/:id`. */
function isCallOf(key: string, { method, path }: ApiRequest): boolean {
  const [keyMethod, keyPath = ''] = key.split(' ')
  const pattern = keyPath.replaceAll(/:\w+/g, '[^/]+')
  return keyMethod === method && new RegExp(`^${pattern}$`).test(path)
}

/** Creates a challenge that is solved at once. */
async function createEasyChallenge(): Promise<Record<string, unknown>> {
  return {
    ...(await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, counter: 1, deriveKey })),
  }
}
