import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

const START_MS = 30_000
const POLL_MS = 50

/** The Debian packages of the proxies, and of the program that examines their TLS. */
export const PROXY_PACKAGES = ['nginx', 'caddy', 'openssl', 'procps', 'sslscan']

/** A proxy in front of server processes. */
export interface Proxy {
  /** The origin that visitors use, such as `https://localhost:12345`. */
  origin: string
  /** The ids of its processes. */
  pids(): Promise<number[]>
  stop(): Promise<void>
}

/** Lets this process trust a certificate, or what the authority of the certificate signs. */
export async function trustCertificate(file: string): Promise<void> {
  const certificate = await readFile(file, 'utf8')
  setDefaultCACertificates([...getCACertificates('default'), certificate])
}

/** Waits until a proxy accepts connections. @throws Error if it ends, or takes too long */
export async function waitUntilListening(port: number, proxy: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS
  while (!(await accepts(port))) {
    if (proxy.exitCode !== null || Date.now() > end) throw new Error('the proxy did not start')
    await pause(POLL_MS)
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
