import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createFileScanner } from '#server/integrations/clamd.ts'
import { findFreePort } from '../database/postgres-server.ts'
import { EICAR, EICAR_SIGNATURE } from './eicar.ts'

/** The Debian package of ClamAV's daemon. */
export const CLAMD_PACKAGES = ['clamav-daemon']
const START_MS = 30_000

export type ClamdServer = Awaited<ReturnType<typeof startClamd>>

/**
 * Starts ClamAV's daemon with a database of one signature, which recognizes the test file of the antivirus industry, so
 * that no signatures have to be downloaded. Debian's packages `CLAMD_PACKAGES` must be installed.
 * @param maxBytes the largest file that it accepts, and that it scans
 */
export async function startClamd({ maxBytes = 50_000_000 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-clamd-'))
  const port = await findFreePort()
  const socketPath = join(folder, 'clamd.sock')
  const settings = join(folder, 'clamd.conf')
  const signatures = join(folder, 'signatures')
  await mkdir(signatures)
  const hex = Buffer.from(EICAR).toString('hex')
  await writeFile(join(signatures, 'test.ndb'), `${EICAR_SIGNATURE}:0:*:${hex}\n`)
  const lines = [
    'Foreground yes',
    `DatabaseDirectory ${signatures}`,
    `TemporaryDirectory ${folder}`,
    `LocalSocket ${socketPath}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    `StreamMaxLength ${maxBytes}`,
    `MaxFileSize ${maxBytes}`,
    `MaxScanSize ${maxBytes}`,
    'AlertExceedsMax yes',
    `User ${process.env['USER'] ?? 'root'}`,
  ]
  await writeFile(settings, `${lines.join('\n')}\n`)
  const tcpUrl = `tcp://127.0.0.1:${port}`
  let daemon: ChildProcess | undefined

  async function stopDaemon(): Promise<void> {
    if (!daemon || daemon.exitCode !== null || daemon.signalCode !== null) return
    const gone = once(daemon, 'exit')
    daemon.kill('SIGKILL')
    await gone
  }

  async function startDaemon(): Promise<void> {
    await rm(socketPath, { force: true })
    daemon = spawn('clamd', ['--config-file', settings], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    })
    const end = Date.now() + START_MS
    const scanner = createFileScanner(tcpUrl)
    while (!(await scanner.readVersion().catch(() => undefined))) {
      if (Date.now() > end) throw new Error('clamd did not start')
      await pause(50)
    }
  }

  await startDaemon()
  return {
    tcpUrl,
    unixUrl: `unix:${socketPath}`,
    /** Starts the daemon again after `stopDaemon`. */
    startDaemon,
    stopDaemon,
    async stop(): Promise<void> {
      await stopDaemon()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
