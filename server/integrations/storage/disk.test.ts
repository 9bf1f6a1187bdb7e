import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeStorage } from '#tools/object-storage/storage-suite.ts'
import { createDiskStorage } from './disk.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true })
})

describeStorage(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kiosko-storage-'))
  folders.push(folder)
  return createDiskStorage(folder)
})
