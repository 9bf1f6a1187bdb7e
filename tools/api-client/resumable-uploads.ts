import { listUploads, type Upload } from '#contract/files/uploads.ts'
import type { ApiClient } from './api-client.ts'
import { expectOk } from './creator.ts'

const PATH = '/api/uploads'
const TUS = { 'tus-resumable': '1.0.0' }
const CHUNK_BYTES = 8 * 1024 * 1024

const encode = (text: string) => Buffer.from(text).toString('base64')

/** The answer to a request of the protocol tus: the status, the code of an error, and the stored bytes. */
export interface TusAnswer {
  status: number
  code: string | undefined
  offset: number
  /** The path of the upload, in the answer to a start. */
  path: string
}

async function readAnswer(response: Response): Promise<TusAnswer> {
  const text = await response.text()
  const { code } = (text === '' ? {} : JSON.parse(text)) as { code?: string }
  return {
    status: response.status,
    code,
    offset: Number(response.headers.get('upload-offset')),
    path: response.headers.get('location') ?? '',
  }
}

/** Starts an upload of a file with this name and size. */
export async function startTusUpload(
  client: ApiClient,
  { name, size }: { name: string; size: number },
): Promise<TusAnswer> {
  const metadata = `filename ${encode(name)},fingerprint ${encode(`${name}-${size}`)}`
  const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata }
  return readAnswer(await client.request(PATH, { method: 'POST', headers }))
}

/** Asks how many bytes of an upload are stored. */
export async function readTusOffset(client: ApiClient, path: string): Promise<TusAnswer> {
  return readAnswer(await client.request(path, { method: 'HEAD', headers: TUS }))
}

/** Sends bytes of a file from a position on. */
export async function sendTusChunk(
  client: ApiClient,
  path: string,
  offset: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<TusAnswer> {
  return readAnswer(
    await client.request(path, {
      method: 'PATCH',
      headers: {
        ...TUS,
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes,
    }),
  )
}

export async function cancelTusUpload(client: ApiClient, path: string): Promise<TusAnswer> {
  return readAnswer(await client.request(path, { method: 'DELETE', headers: TUS }))
}

/** Sends a whole file in chunks. @returns the answer to the last request, with the path of the upload */
export async function uploadResumably(client: ApiClient, file: File): Promise<TusAnswer> {
  const start = await startTusUpload(client, file)
  if (start.status !== 201) return start
  const bytes = new Uint8Array(await file.arrayBuffer())
  let answer = start
  for (let at = 0; at < bytes.length; at = answer.offset) {
    answer = await sendTusChunk(client, start.path, at, bytes.subarray(at, at + CHUNK_BYTES))
    if (answer.status !== 204) break
  }
  return { ...answer, path: start.path }
}

/** Returns the uploads of a seller. */
export async function readUploads(client: ApiClient): Promise<Upload[]> {
  return expectOk(await client.call(listUploads, {})).uploads
}
