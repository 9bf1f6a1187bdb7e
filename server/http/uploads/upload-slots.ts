import type { IncomingMessage } from 'node:http'
import { ApiError, OverloadError } from '../api-error.ts'
import { OwnerLimit } from './owner-limit.ts'

/** The maximum number of uploads that run at the same time in this process, of one IP address, and of one user. */
interface SlotCounts {
  overall: number
  perAddress: number
  perUser: number
}
/** A form with files, which are stored in a temporary place and read again. */
export const FORM_SLOTS: SlotCounts = { overall: 8, perAddress: 3, perUser: 1 }
/** A chunk of a file goes from the connection to the storage, so many of them cost little. */
export const CHUNK_SLOTS: SlotCounts = { overall: 64, perAddress: 6, perUser: 2 }
/** The maximum number of waiting uploads, of which none is read, and those of one user and of one IP address. */
const WAITING = 256
const WAITING_PER_OWNER = 64
/** The number of seconds after which a client that was refused for too many uploads should try again. */
const RETRY_AFTER_SECONDS = 10

/**
 * While an upload waits for a slot, a running upload that sends less than 256 KB in 20 s is ended. A phone with a bad
 * connection sends about as much. The rate is measured over the last 15 s, so that a slot is free within 20 s.
 */
const LEAST_BYTES_WHILE_OTHERS_WAIT = 192 * 1024
const CHECK_INTERVAL_MS = 5000
const MEASURED_INTERVALS = 3

interface RunningUpload {
  readBytes: () => number
  /** The bytes that had arrived at each of the last checks. */
  samples: number[]
  /** Ends the upload, which keeps its slot until its temporary files are removed. */
  end: () => void
  isEnding: boolean
}

/**
 * Runs uploads a few at a time. Uploads of one user or IP address wait for each other, and take no slots of others.
 * While uploads wait for a slot, as many of the slowest running ones are ended, if they are slower than the least
 * speed, so that a few slow uploads cannot stop all.
 */
export class UploadSlots {
  readonly #users: OwnerLimit
  readonly #slots: OwnerLimit<string>
  readonly #running = new Set<RunningUpload>()
  #timer: NodeJS.Timeout | undefined

  constructor({ overall, perAddress, perUser }: SlotCounts) {
    this.#users = new OwnerLimit({
      overall: Number.POSITIVE_INFINITY,
      perOwner: perUser,
      waitingPerOwner: WAITING_PER_OWNER,
      waiting: Number.POSITIVE_INFINITY,
    })
    this.#slots = new OwnerLimit<string>({
      overall,
      perOwner: perAddress,
      waitingPerOwner: WAITING_PER_OWNER,
      waiting: WAITING,
    })
  }

  /**
   * Runs an upload as soon as a slot is free.
   * @param address the IP address in the form of `toIpAddressKey`
   * @param receive reads the body until the signal aborts, whose reason is the error to answer
   * @throws ApiError ERROR_SERVICE_UNAVAILABLE if too many uploads wait
   */
  async run<T>(
    { userId, address, body }: { userId: number; address: string; body: IncomingMessage },
    receive: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const upload = this.#users.tryRun(userId, () => {
      const started = this.#slots.tryRun(address, () => this.#watch(body, receive))
      if (started) return started
      throw createOverloadError()
    })
    if (upload) return upload
    throw createOverloadError()
  }

  async #watch<T>(
    { socket }: IncomingMessage,
    receive: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController()
    const upload: RunningUpload = {
      readBytes: () => socket.bytesRead,
      samples: [],
      isEnding: false,
      end() {
        upload.isEnding = true
        controller.abort(
          new ApiError('ERROR_UPLOAD_TOO_SLOW', 'others wait', { retryAfter: RETRY_AFTER_SECONDS }),
        )
      },
    }
    this.#running.add(upload)
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL_MS)
    try {
      return await receive(controller.signal)
    } finally {
      this.#running.delete(upload)
      if (this.#running.size === 0) {
        clearInterval(this.#timer)
        this.#timer = undefined
      }
    }
  }

  #check(): void {
    const uploads = [...this.#running]
    for (const { samples, readBytes } of uploads) {
      samples.push(readBytes())
      if (samples.length > MEASURED_INTERVALS + 1) samples.shift()
    }
    const missingSlots =
      this.#slots.waitingCount - uploads.filter(({ isEnding }) => isEnding).length
    const slow = uploads
      .filter(({ samples, isEnding }) => !isEnding && samples.length > MEASURED_INTERVALS)
      .map(upload => ({ upload, bytes: upload.samples.at(-1)! - upload.samples[0]! }))
      .filter(({ bytes }) => bytes < LEAST_BYTES_WHILE_OTHERS_WAIT)
      .toSorted((a, b) => a.bytes - b.bytes)
    for (const { upload } of slow.slice(0, Math.max(missingSlots, 0))) upload.end()
  }
}

const createOverloadError = () => new OverloadError('uploads', RETRY_AFTER_SECONDS)
