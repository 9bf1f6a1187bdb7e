import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { runContentProcess } from './content-process.ts'

const PROBE = new URL('../../tools/test-app/content-probe.ts', import.meta.url)
/** The time is for a busy machine: only the probe that never ends has to use it up. */
const LIMITS = { heapMb: 32, memoryMb: 300, ms: 30_000 }

const runProbe = (name: string, hasNativeCode = false, limits = LIMITS) =>
  runContentProcess(
    { file: PROBE, args: [name], hasNativeCode },
    Readable.from(['uploaded content']),
    limits,
  )

describe('a process that reads uploaded content', () => {
  test('a process that reads uploaded content returns what its module has written', async () => {
    expect((await runProbe('echo')).toString()).toBe('uploaded content')
  })

  test.each([
    ['fill buffers', 'it took more than 300 MB'],
    ['flood', 'it wrote more than 33554432 bytes'],
    ['fill the heap', /^it ended with SIG/],
    ['crash', 'it ended with SIGSEGV'],
  ])(
    'a process that reads uploaded content is ended when its module does this: %s',
    async (probe, message) => {
      await expect(runProbe(probe)).rejects.toMatchObject({
        name: 'ContentProcessError',
        message: expect.stringMatching(message),
        exitCode: null,
      })
    },
  )

  test('a process that reads uploaded content is ended when its time is over', async () => {
    await expect(runProbe('loop', false, { ...LIMITS, ms: 1000 })).rejects.toMatchObject({
      name: 'ContentProcessError',
      message: 'it took more than 1000 ms',
      exitCode: null,
    })
  })

  test('a process that reads uploaded content reports the exit code of a module that fails by itself', async () => {
    await expect(runProbe('throw')).rejects.toMatchObject({ exitCode: 1 })
  })

  test.each(
    ['read a file', 'write a file', 'start a process'].flatMap(probe => [
      { probe, hasNativeCode: false },
      { probe, hasNativeCode: true },
    ]),
  )(
    'a process that reads uploaded content cannot $probe (with native code: $hasNativeCode)',
    async ({ probe, hasNativeCode }) => {
      await expect(runProbe(probe, hasNativeCode)).rejects.toMatchObject({ exitCode: 1 })
    },
  )

  test('a process that reads uploaded content gets no environment variables', async () => {
    expect((await runProbe('print the environment')).toString()).toBe('{}')
  })
})
