import type { Readable } from 'node:stream'

/** What was stored. */
export interface StoredFile {
  sizeBytes: number
  sha256: string
}

/**
 * Where bytes live: private product files and public images under two roots. Keys are made by us and
 * never hold a name that a person typed.
 */
export interface Storage {
  /** Opens a place for bytes on their way in: nothing under a key exists until `commit`. */
  stageUpload(): Promise<StagedUpload>
  /** Public images: `key` with its ending. */
  putImage(key: string, bytes: Buffer): Promise<void>
  /** Bytes `start` to `end` inclusive, or all; also of a file in the trash. @throws Error when there is no such file */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  readImage(key: string): Promise<Readable | undefined>
  remove(key: string): Promise<void>
  /** Removes every public image whose key starts with `prefix/`. */
  removeImages(prefix: string): Promise<void>
  /** Keys of product files that were stored before a moment, in no order. */
  listFiles(before: Date): AsyncIterable<string>
  /** Prefixes of public images that were hung before a moment, in no order. */
  listImageKeys(before: Date): AsyncIterable<string>
  /** What the sweep takes away lies here first, and can be put back. */
  trash: Record<TrashKind, Trash>
  /** Whether it can be written to now. */
  assertWritable(): Promise<void>
}

/** Product files by their keys, public images by their prefixes. */
export type TrashKind = 'files' | 'images'

export interface Trash {
  /** Takes a key out of its root: from now on its age in the trash counts. */
  moveIn(key: string): Promise<void>
  restore(key: string): Promise<void>
  /** Keys that were taken before a moment, in no order. */
  listKeys(before: Date): AsyncIterable<string>
  /** Removes for good. */
  remove(key: string): Promise<void>
}

/** An upload that may still be dropped without a trace. */
export interface StagedUpload {
  /** A local path of the bytes, to sniff and convert. */
  path: string
  /**
   * Streams bytes in, hashing as they pass.
   * @throws TooLarge past `maxBytes`, after which nothing is left of them
   */
  write(source: Readable, maxBytes: number): Promise<StoredFile>
  /** Makes the bytes last under `key`. */
  commit(key: string): Promise<void>
  discard(): Promise<void>
}

export class FileTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`more than ${maxBytes} bytes`)
    this.name = 'TooLarge'
  }
}
