import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { ROOT } from '../../scripts/processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the page on which component tests show their fixtures. */
    componentPage: string
  }
}

const CONTENT_TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Bundles the fixtures of all component tests, and serves them on a page. */
export default async function setup(project: TestProject) {
  const bundle = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [tailwindcss()],
    build: {
      write: false,
      reportCompressedSize: false,
      rolldownOptions: { input: join(ROOT, 'tools/component-page/mount.tsx') },
    },
  })
  const files = [bundle].flat().flatMap(result => ('output' in result ? result.output : []))
  const contents = new Map(
    files.map(file => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
  const entry = files.find(file => file.type === 'chunk' && file.isEntry)!.fileName
  const styles = files.find(({ fileName }) => fileName.endsWith('.css'))!.fileName
  const html =
    `<!doctype html><html lang="es"><link rel="stylesheet" href="/${styles}"><main></main>` +
    `<script type="module" src="/${entry}"></script></html>`
  const server = createServer(({ url = '/' }, response) => {
    const name = url.slice(1)
    const type = CONTENT_TYPES[extname(name)] ?? 'application/octet-stream'
    response
      .setHeader('content-type', contents.has(name) ? type : 'text/html')
      .setHeader('cache-control', 'max-age=3600')
      .end(contents.get(name) ?? html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  project.provide('componentPage', url)
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
