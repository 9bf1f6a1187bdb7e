import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WorkingCopy, TypedFields } from '#contract/products/working-copy.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { type SaveResult, type SaveState, createSaver } from './saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A draft on a server, on which other devices save too. */
function createServer(fields: TypedFields) {
  const draft: WorkingCopy = {
    id: 1,
    isDraft: true,
    fields,
    changes: [],
    version: 1,
    imageFile: null,
    previews: [],
    files: { count: 0, refusedCount: 0 },
    pack: null,
    hasBuyers: false,
    publishAt: null,
    savedAt: '2026-11-27T10:00:00.000Z',
  }
  const server = {
    draft,
    requests: [] as TypedFields[],
    isDown: false,
    save: (changes: TypedFields) => {
      server.requests.push(changes)
      if (server.isDown)
        return Promise.resolve({ ok: false as const, code: 'UNKNOWN_ERROR' as const })
      server.draft = {
        ...server.draft,
        version: server.draft.version + 1,
        fields: { ...server.draft.fields, ...changes },
      }
      return Promise.resolve({ ok: true as const, body: server.draft })
    },
  }
  return server
}

function open(server: ReturnType<typeof createServer>) {
  const states: SaveState['status'][] = []
  const elsewhere: TypedFields[] = []
  const saver = createSaver({
    copy: server.draft,
    save: server.save,
    onState: ({ status }) => states.push(status),
    onChangeElsewhere: fields => elsewhere.push(fields),
  })
  return { saver, states, elsewhere }
}

test('what is typed is saved once, a moment after the last letter, with the changed fields only', async () => {
  const server = createServer({ name: 'Zamba', price: '100' })
  const { saver, states } = open(server)

  for (const name of ['Zamba d', 'Zamba de', 'Zamba de mi']) saver.change({ name, price: '100' })
  await vi.runAllTimersAsync()

  expect(server.requests).toEqual([{ name: 'Zamba de mi' }])
  expect(states).toEqual(['saving', 'saved'])
})

test('what is typed while a request runs is saved by the next one', async () => {
  const server = createServer({ name: '' })
  const { saver } = open(server)
  saver.change({ name: 'Uno' })
  const first = saver.flush()
  saver.change({ name: 'Uno y dos' })

  await first
  await vi.runAllTimersAsync()

  expect(server.draft.fields.name).toBe('Uno y dos')
  expect(saver.hasChanges()).toBe(false)
})

test('a request that fails is repeated with what was typed since', async () => {
  const server = createServer({ name: '' })
  const { saver, states } = open(server)
  server.isDown = true
  saver.change({ name: 'Chacarera' })
  expect(await saver.flush()).toBe(false)
  server.isDown = false
  saver.change({ name: 'Chacarera doble' })

  await vi.runAllTimersAsync()

  expect(server.draft.fields.name).toBe('Chacarera doble')
  expect(states.at(-1)).toBe('saved')
})

test('a change of another device is taken over, except in fields that were typed in here', async () => {
  const server = createServer({ name: 'Zamba', price: '100', about: '' })
  const phone = open(server)
  const desk = open(server)
  phone.saver.change({ name: 'Zamba nueva', price: '200' })
  await phone.saver.flush()

  desk.saver.change({ price: '300', name: 'Zamba', about: 'Nota' })
  await desk.saver.flush()

  expect(desk.elsewhere).toEqual([{ name: 'Zamba nueva' }])
  expect(server.draft.fields).toEqual({ name: 'Zamba nueva', price: '300', about: 'Nota' })
  expect(phone.elsewhere).toEqual([])
})

test('a cover that this form has set counts as no change of another device', async () => {
  const server = createServer({ name: 'Zamba' })
  const { saver, elsewhere } = open(server)
  server.draft = { ...server.draft, version: 2, fields: { name: 'Zamba', about: 'x' } }
  saver.adopt(server.draft)
  saver.change({ name: 'Otra' })

  await saver.flush()

  expect(elsewhere).toEqual([])
})

test('a field that the form has no value for is empty, as one that was never typed in', async () => {
  const server = createServer({ name: 'Zamba', guaranteeDays: '15' })
  const { saver } = open(server)
  saver.change({ name: 'Zamba', suggestedPrice: undefined, guaranteeDays: undefined })

  expect(await saver.flush()).toBe(true)

  expect(server.requests).toEqual([{ guaranteeDays: '' }])
  expect(saver.hasChanges()).toBe(false)
})

describe('a new draft', () => {
  /** A server that creates the draft at the first request, and whose answers can be lost. */
  function createEmptyServer() {
    let first: TypedFields | undefined
    let isAnswered = false
    const server = createServer({})
    const state = {
      server,
      losesAnswers: false,
      refusal: undefined as ErrorCode | undefined,
      save: async (fields: TypedFields): Promise<SaveResult> => {
        if (state.refusal) return { ok: false, code: state.refusal }
        if (isAnswered) return server.save(fields)
        if (!first) server.draft = { ...server.draft, fields, version: 1 }
        first ??= fields
        if (state.losesAnswers) return { ok: false, code: 'UNKNOWN_ERROR' }
        isAnswered = true
        return { ok: true, body: server.draft, created: first }
      },
    }
    return state
  }

  function openNew(state: ReturnType<typeof createEmptyServer>) {
    const states: SaveState['status'][] = []
    const elsewhere: TypedFields[] = []
    const saver = createSaver({
      copy: { id: 0, fields: {}, version: 0 },
      save: state.save,
      onState: ({ status }) => states.push(status),
      onChangeElsewhere: fields => elsewhere.push(fields),
    })
    return { saver, states, elsewhere }
  }

  test('a new draft is created at the first letter, and what is typed meanwhile is a change of it', async () => {
    const state = createEmptyServer()
    const { saver } = openNew(state)

    saver.change({ name: 'Z', isPriceDynamic: false })
    await vi.advanceTimersByTimeAsync(0)
    expect(state.server.draft).toMatchObject({ version: 1, fields: { name: 'Z' } })
    saver.change({ name: 'Zamba' })
    await vi.runAllTimersAsync()

    expect(state.server.requests).toEqual([{ name: 'Zamba' }])
    expect(saver.hasChanges()).toBe(false)
  })

  test('a new draft is not created by an empty form', async () => {
    const { saver, states } = openNew(createEmptyServer())

    saver.change({ name: '', isPriceDynamic: false })
    await vi.runAllTimersAsync()

    expect(states).toEqual([])
  })

  test('a new draft is created for a file, which waits while the network is down', async () => {
    const state = createEmptyServer()
    state.refusal = 'UNKNOWN_ERROR'
    const { saver } = openNew(state)
    const stored = saver.store()
    await vi.advanceTimersByTimeAsync(20_000)
    state.refusal = undefined

    await vi.advanceTimersByTimeAsync(5000)

    expect(await stored).toMatchObject({ ok: true })
    expect(await saver.store()).toMatchObject({ ok: true })
  })

  test('a new draft that cannot be created is tried again only after a change, and its files are told why', async () => {
    const state = createEmptyServer()
    state.refusal = 'ERROR_TOO_MANY_DRAFTS'
    const { saver, states } = openNew(state)
    saver.change({ name: 'Z' })
    const stored = saver.store()
    await vi.runAllTimersAsync()

    expect(await stored).toEqual({ ok: false, code: 'ERROR_TOO_MANY_DRAFTS' })
    expect(states).toEqual(['saving', 'failed'])
    state.refusal = undefined
    saver.change({ name: 'Za' })
    await vi.runAllTimersAsync()
    expect(states.at(-1)).toBe('saved')
  })

  test('a new draft whose first answer was lost takes over what another device has saved, except what was typed since', async () => {
    const state = createEmptyServer()
    state.losesAnswers = true
    const { saver, elsewhere } = openNew(state)
    saver.change({ name: 'Zamba', price: '100' })
    await vi.advanceTimersByTimeAsync(0)
    const { draft } = state.server
    state.server.draft = {
      ...draft,
      version: 2,
      fields: { name: 'Zamba nueva', price: '200' },
    }
    state.losesAnswers = false
    saver.change({ name: 'Zamba', price: '300' })

    await vi.runAllTimersAsync()

    expect(elsewhere).toEqual([{ name: 'Zamba nueva' }])
    expect(state.server.draft.fields).toEqual({ name: 'Zamba nueva', price: '300' })
  })
})
