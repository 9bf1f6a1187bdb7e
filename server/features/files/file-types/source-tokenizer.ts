import { AbstractTokenizer, EndOfStreamError, type IReadChunkOptions } from 'strtok3'
import type { ByteSource } from '#server/integrations/storage/byte-source.ts'

/** Reads a byte source for `file-type`, which skips to the bytes that it needs. */
export class SourceTokenizer extends AbstractTokenizer {
  readonly fileInfo: { size: number }
  readonly #source: ByteSource

  constructor(source: ByteSource) {
    super()
    this.#source = source
    this.fileInfo = { size: source.sizeBytes }
  }

  supportsRandomAccess(): boolean {
    return true
  }

  setPosition(position: number): void {
    this.validateLength(position, 'position')
    this.position = position
  }

  async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position } = this.normalizeOptions(target, options)
    const bytesRead = await this.peekBuffer(target, options)
    this.position = position + bytesRead
    return bytesRead
  }

  async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const { position, length, mayBeLess } = this.normalizeOptions(target, options)
    const bytes = await this.#source.read(position, length)
    if (!mayBeLess && bytes.length < length) throw new EndOfStreamError()
    target.set(bytes)
    return bytes.length
  }
}
