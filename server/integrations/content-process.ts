import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'

/** What a program with native code may read besides itself: the packages, but neither settings nor stored data. */
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const MEMORY_CHECK_MS = 50
/** The pages of Linux's /proc have this size in bytes on every machine that Node runs on. */
const PAGE_BYTES = 4096

/** The largest output of a process in bytes. */
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024

/** What a process may use. */
export interface ContentLimits {
  /** The size of its JavaScript heap in megabytes. */
  heapMb: number
  /** All of its memory in megabytes, which is checked on Linux only. */
  memoryMb: number
  /** Its time in milliseconds. */
  ms: number
}

/** A program that reads a file from its standard input, and writes what it has found to its standard output. */
export interface ContentProgram {
  /** Its file: see `programUrl`. */
  file: URL
  args?: string[]
  /**
   * Whether it loads a library of native code. Node cannot keep such code from files and processes, so only time and
   * memory bound it.
   */
  hasNativeCode?: boolean
}

/**
 * Returns the bundle of a program (scripts/bundle-programs.ts), which starts in half the time of its sources.
 * @param name the name of its source without `.program.ts`
 */
export const programUrl = (name: string): URL =>
  new URL(`../../build/programs/${name}.js`, import.meta.url)

/** Thrown if a process has used up its time or memory, has crashed, or has ended with an error. */
export class ContentProcessError extends Error {
  /** The exit code of a process that has ended with an error, or null if it has been killed or has crashed. */
  readonly exitCode: number | null

  constructor(detail: string, exitCode: number | null = null) {
    super(detail)
    this.name = 'ContentProcessError'
    this.exitCode = exitCode
  }
}

/**
 * Runs a program in a process of its own, which reads a file that a stranger has uploaded: whatever the file makes a
 * library do ends with that process. It gets no environment variables, and can neither write files nor start processes.
 * @returns what the program has written to its standard output
 * @throws ContentProcessError if it exceeds a limit, or fails; the error of `input` if it cannot be read; Error if the
 *   program was not built
 */
export async function runContentProcess(
  { file, args = [], hasNativeCode = false }: ContentProgram,
  input: Readable,
  { heapMb, memoryMb, ms }: ContentLimits,
): Promise<Buffer> {
  const program = fileURLToPath(file)
  if (!existsSync(program)) throw new Error(`${program} was not built`)
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMb}`,
      '--permission',
      ...(hasNativeCode ? ['--allow-addons', `--allow-fs-read=${PACKAGES}`] : []),
      program,
      ...args,
    ],
    { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  // Where memory runs out, Linux ends this process rather than the server.
  void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined)
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
      readOutput(child.stdout, end),
      exit,
      // A process that needs no more of the file closes its input.
      pipeline(input, child.stdin).catch(error => {
        if (!isClosedPipe(error)) throw error
      }),
    ])
    if (reason !== undefined) throw new ContentProcessError(reason)
    if (code === null) throw new ContentProcessError(`it ended with ${child.signalCode}`)
    if (code !== 0) throw new ContentProcessError(`it ended with ${code}`, code)
    return output
  } finally {
    clearTimeout(timer)
    clearInterval(memoryCheck)
    child.kill('SIGKILL')
  }
}

/** Reads what a process writes, and ends it if that is too much. */
async function readOutput(output: Readable, end: (why: string) => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of output as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_OUTPUT_BYTES) end(`it wrote more than ${MAX_OUTPUT_BYTES} bytes`)
    else chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const isClosedPipe = (error: NodeJS.ErrnoException) =>
  error.code === 'EPIPE' || error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Returns the memory of a process in bytes, 0 if it is unknown. */
async function readMemory({ pid }: ChildProcess): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES
}
