import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

/** The folder of the program, which is all that the process may read. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MEMORY_CHECK_MS = 50
/** The pages of Linux's /proc have this size in bytes on every machine that Node runs on. */
const PAGE_BYTES = 4096

/** What a process may use. */
export interface ContentLimits {
  /** The size of its JavaScript heap in megabytes. */
  heapMb: number
  /** All of its memory in megabytes, which is checked on Linux only. */
  memoryMb: number
  /** Its time in milliseconds. */
  ms: number
}

/** Thrown if a process has used up its time or memory, or has ended with an error. */
export class ContentProcessError extends Error {
  constructor(detail: string, cause?: unknown) {
    super(detail, { cause })
    this.name = 'ContentProcessError'
  }
}

/**
 * Runs a module in a process of its own, which reads a file that a stranger has uploaded: whatever the file makes a
 * library do ends with that process. It gets no environment variables, and can neither write files nor start processes.
 * @param module the module, which reads the file from its standard input
 * @returns what the module has written to its standard output
 * @throws ContentProcessError if it exceeds a limit, or fails; the error of `input` if the file cannot be read
 */
export async function runContentProcess(
  module: URL,
  input: Readable,
  { heapMb, memoryMb, ms }: ContentLimits,
): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMb}`,
      '--permission',
      `--allow-fs-read=${ROOT}`,
      fileURLToPath(module),
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let reason: string | undefined
  const end = (why: string) => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => end(`it took more than ${ms} ms`), ms)
  const checkMemory = async () => {
    if ((await readMemory(child)) > memoryMb * 1_000_000) end(`it took more than ${memoryMb} MB`)
  }
  const memoryCheck = setInterval(() => void checkMemory(), MEMORY_CHECK_MS)
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  try {
    const [output, code] = await Promise.all([
      text(child.stdout),
      exit,
      // A process that needs no more of the file closes its input.
      pipeline(input, child.stdin).catch(error => {
        if (!isClosedPipe(error)) throw error
      }),
    ])
    if (reason !== undefined) throw new ContentProcessError(reason)
    if (code !== 0) throw new ContentProcessError(`it ended with ${code}`)
    return output
  } finally {
    clearTimeout(timer)
    clearInterval(memoryCheck)
    child.kill('SIGKILL')
  }
}

const isClosedPipe = (error: NodeJS.ErrnoException) =>
  error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Returns the memory of a process in bytes, 0 if it is unknown. */
async function readMemory({ pid }: ChildProcess): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
}
