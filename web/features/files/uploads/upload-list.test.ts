import { expect, test } from 'vitest'
import type { Upload } from '#contract/files/uploads.ts'
import { type FileUpload, isTemporary, joinWithServer, putUpload } from './upload-list.ts'

const ofTab = (changes: Partial<FileUpload>): FileUpload => ({
  key: 'a',
  id: 'id-a',
  fileName: 'a.pdf',
  sizeBytes: 100,
  sentBytes: 60,
  status: 'sending',
  ...changes,
})

const ofServer = (changes: Partial<Upload>): Upload => ({
  id: 'id-a',
  fileName: 'a.pdf',
  fingerprint: 'a',
  sizeBytes: 100,
  receivedBytes: 40,
  state: 'receiving',
  refusal: null,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-01-08T00:00:00Z',
  ...changes,
})

test.each<[string, FileUpload[], Upload[], string[], Partial<FileUpload>[]]>([
  [
    'a file that this tab sends keeps what it knows',
    [ofTab({})],
    [ofServer({})],
    ['a'],
    [ofTab({})],
  ],
  [
    'an unfinished file of an earlier visit must be chosen again',
    [],
    [ofServer({})],
    [],
    [{ key: 'a', id: 'id-a', sentBytes: 40, status: 'needsFile' }],
  ],
  [
    'an unfinished file that another tab sends is said to be there',
    [],
    [ofServer({})],
    ['a'],
    [{ status: 'elsewhereOnly', sentBytes: 40 }],
  ],
  [
    'a file that this tab goes on with after another one shows the bytes that have arrived',
    [ofTab({ status: 'elsewhere', sentBytes: 0 })],
    [ofServer({})],
    ['a'],
    [{ status: 'elsewhere', sentBytes: 40 }],
  ],
  [
    'a file of another tab must be chosen again once that tab is closed',
    [ofTab({ status: 'elsewhereOnly' })],
    [ofServer({})],
    [],
    [{ status: 'needsFile', sentBytes: 40 }],
  ],
  [
    'a file that is no longer on the server needs not be chosen again',
    [ofTab({ status: 'needsFile' })],
    [],
    [],
    [],
  ],
  [
    'a file that was checked is ready',
    [],
    [ofServer({ state: 'ready' })],
    [],
    [{ status: 'ready' }],
  ],
  [
    'a refused file says why',
    [],
    [ofServer({ state: 'refused', refusal: 'ERROR_UPLOADING_PRODUCT_FILE' })],
    [],
    [{ status: 'failed', error: 'ERROR_UPLOADING_PRODUCT_FILE' }],
  ],
  [
    'the newest upload of a file stands for the older ones',
    [],
    [ofServer({ id: 'new' }), ofServer({ id: 'old', state: 'refused' })],
    [],
    [{ id: 'new', status: 'needsFile' }],
  ],
])('%s', (_, list, listed, otherTabs, expected) => {
  const joined = joinWithServer(list, listed, new Set(otherTabs))

  expect(joined).toHaveLength(expected.length)
  expect(joined).toMatchObject(expected)
})

test('a file that goes on after a failure no longer shows it', () => {
  const failed = ofTab({ status: 'failed', error: 'ERROR_FILE_CHANGED' })

  expect(putUpload([failed], 'a', { status: 'sending' }, failed)).toEqual([
    ofTab({ status: 'sending', error: undefined }),
  ])
})

test.each([
  [0, 'UNKNOWN_ERROR', true],
  [408, 'UNKNOWN_ERROR', true],
  [503, 'ERROR_SERVICE_UNAVAILABLE', true],
  [429, 'ERROR_UPLOAD_TOO_SLOW', true],
  [423, 'ERROR_UPLOAD_BUSY', true],
  [409, 'INVALID_DATA', true],
  [409, 'ERROR_TOO_MANY_UPLOADS', false],
  [413, 'ERROR_DIRECTORY_SIZE_EXCEEDED', false],
  [404, 'ERROR_UPLOAD_NOT_FOUND', false],
] as const)('a call that failed with %d %s can succeed later: %s', (status, code, expected) => {
  expect(isTemporary({ status, code })).toBe(expected)
})
