import { AsyncLocalStorage } from 'node:async_hooks'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { baseLocale, overwriteGetLocale } from '#messages/runtime'
import type { Locale } from './i18n/locale.ts'
import { NonceContext } from './nonce.ts'
import { pageContext } from './page-context.ts'
import { TOKEN_PATHS } from './paths.ts'
import { STATIC_PUBLIC_PATHS, findPublicPage } from './public-pages.ts'

export { STATIC_PUBLIC_PATHS, TOKEN_PATHS, pageContext, findPublicPage }

/** The maximum time in milliseconds for rendering a page, without the time of the loaders. */
const RENDER_MS = 10_000

const requestLocale = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => requestLocale.getStore() ?? baseLocale)

/**
 * Runs `work`, in which all messages are in the language `locale`. The server handles each request inside this
 * function.
 */
export function runWithLocale<T>(locale: Locale, work: () => T): T {
  return requestLocale.run(locale, work)
}

/**
 * Renders a page to one complete document instead of streaming it. The same page then always has the same bytes and can
 * be cached.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce } = loadContext.get(pageContext)
  return new Promise((resolve, reject) => {
    let finalStatus = status
    let hasFailed = false
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // A size that is never reached: the document is complete before it is sent, so React needs no scripts that
        // insert late content.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onAllReady() {
          clearTimeout(timer)
          // React calls this after `onShellError` too. A body would then fail in a promise that nobody handles, which
          // ends the process.
          if (hasFailed) return
          const body = new PassThrough()
          pipe(body)
          headers.set('Content-Type', 'text/html; charset=utf-8')
          resolve(text(body).then(page => new Response(page, { headers, status: finalStatus })))
        },
        onShellError(error) {
          hasFailed = true
          clearTimeout(timer)
          reject(error instanceof Error ? error : new Error(String(error)))
        },
        onError() {
          finalStatus = 500
        },
      },
    )
    const timer = setTimeout(() => abort(new Error('Rendering took too long')), RENDER_MS)
  })
}
