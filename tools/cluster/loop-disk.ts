import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { installDebianPackages } from '../debian-packages.ts'

const run = promisify(execFile)
const UNMOUNT_MS = 10_000

/** A file system of its own in a file of this machine, which can lose its power and be full. */
export interface LoopDisk {
  /** The folder in which it is mounted, until it is closed. */
  folder: string
  /** Writes out all that it holds. */
  flush(): Promise<void>
  /** Loses everything that was not flushed, as a power failure does. Every further call on it fails. */
  cutPower(): Promise<void>
  /**
   * Mounts it again after `cutPower`, once the processes that used it have ended. The file system recovers from its
   * log.
   */
  restorePower(): Promise<void>
  /** Takes all the space that is left. */
  fill(): Promise<void>
  /** Gives back the space that `fill` took. */
  free(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates a disk of a size in megabytes, at least 512. Needs the rights of root, and installs the programs that it
 * needs.
 */
export async function createLoopDisk(megabytes: number): Promise<LoopDisk> {
  await installDebianPackages(['xfsprogs'])
  const parent = await mkdtemp(join(tmpdir(), 'kiosko-disk-'))
  const image = join(parent, 'image')
  const folder = join(parent, 'mounted')
  const ballast = join(folder, 'ballast')
  const file = await open(image, 'w')
  await file.truncate(megabytes * 1024 * 1024)
  await file.close()
  await run('mkfs.xfs', ['-q', image])
  await mkdir(folder)
  await run('chmod', ['755', parent])

  const mount = () => run('mount', ['-o', 'loop', image, folder])
  async function unmount(): Promise<void> {
    const end = Date.now() + UNMOUNT_MS
    // A process that has just been killed may still hold a file.
    while (
      await run('umount', [folder]).then(
        () => false,
        () => true,
      )
    ) {
      if (Date.now() > end) throw new Error(`${folder} is still in use`)
      await pause(50)
    }
  }
  await mount()

  return {
    folder,
    async flush() {
      await run('sync', ['--file-system', folder])
    },
    async cutPower() {
      await run('xfs_io', ['-x', '-c', 'shutdown', folder])
    },
    async restorePower() {
      await unmount()
      await mount()
    },
    async fill() {
      const full = await open(ballast, 'a')
      for (const size of [1024 * 1024, 4096]) {
        const zeros = Buffer.alloc(size)
        while (
          await full.write(zeros).then(
            () => true,
            () => false,
          )
        );
      }
      await full.sync().catch(() => undefined)
      await full.close()
    },
    free: () => rm(ballast),
    async close() {
      await unmount()
      await rm(parent, { recursive: true, force: true })
    },
  }
}
