import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Does in a content process what its argument names: what a file could make a library do. */

const PROBES: Record<string, () => unknown> = {
  echo: async () => process.stdout.write(await text(process.stdin)),
  loop: () => {
    for (;;);
  },
  'fill the heap': () => {
    const texts: string[] = []
    for (;;) texts.push(String(texts.length).repeat(100))
  },
  'fill buffers': () => {
    const buffers: Buffer[] = []
    setInterval(() => buffers.push(Buffer.alloc(20_000_000, 1)), 1)
  },
  flood: () => process.stdin.resume().on('end', () => void flood()),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  throw: () => {
    throw new Error('of its own')
  },
  'read a file': () => readFileSync(new URL('../../README.md', import.meta.url)),
  'write a file': () => writeFileSync(join(tmpdir(), 'content-probe'), ''),
  'start a process': () => spawnSync('true'),
  'print the environment': () => process.stdout.write(JSON.stringify(process.env)),
}

async function flood(): Promise<void> {
  const chunk = Buffer.alloc(1_000_000)
  for (;;)
    if (!process.stdout.write(chunk))
      await new Promise<void>(resolve => process.stdout.once('drain', () => resolve()))
}

await PROBES[process.argv[2]!]!()
