import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { findDebianBrowser } from '../../scripts/browser.ts'
import { ROOT } from '../../scripts/processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser of the component tests, and that of the page on which they show components. */
    componentPage: { browser: string; url: string }
  }
}

/** Bundles the fixtures of all component tests, serves them, and starts the browser of the tests. */
export default async function setup(project: TestProject) {
  const bundle = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      write: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(ROOT, 'tools/component-page/mount.tsx') },
    },
  })
  const files = [bundle].flat().flatMap(result => ('output' in result ? result.output : []))
  const scripts = new Map<string, string>()
  for (const file of files)
    scripts.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source))
  const entry = files.find(file => file.type === 'chunk' && file.isEntry)!
  const html = `<!doctype html><html lang="es"><main></main><script type="module" src="/${entry.fileName}"></script>`
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts.get(url)
    response
      .setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript')
      .setHeader('cache-control', 'max-age=3600')
      .end(script ?? html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const executablePath = findDebianBrowser()
  const browser = await chromium.launchServer({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  project.provide('componentPage', { browser: browser.wsEndpoint(), url })
  return async () => {
    await browser.close()
    server.close()
    server.closeAllConnections()
  }
}
