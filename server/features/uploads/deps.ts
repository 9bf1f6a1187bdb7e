import type { Logger } from 'pino'
import type { Database, Transaction } from '#server/db/client.ts'
import type { ByteSource } from '#server/integrations/storage/byte-source.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** The dependencies of uploads, assembled in `server/app.ts`. What the catalog knows comes from there too. */
export interface UploadsDeps {
  db: Database
  storage: Storage
  log: Logger
  /** The maximum size of a file in bytes. */
  maxBytes: number
  /** Reserves bytes of a seller's quota, or releases them if the number is negative. */
  reserveQuota: (tx: Transaction, sellerId: number, bytes: number) => Promise<void>
  fileTypes: FileTypes
}

/** The types of product files. Each function throws ERROR_UPLOADING_PRODUCT_FILE for a file that is refused. */
export interface FileTypes {
  /** Refuses a file by the extension of its name, and by its size if one of this type cannot be scanned. */
  refuseWrongName: (fileName: string, sizeBytes: number) => void
  /** Refuses a file by its first bytes, of `sizeBytes` in all. */
  refuseWrongStart: (start: Buffer, sizeBytes: number, fileName: string) => Promise<void>
  detect: (content: ByteSource, fileName: string) => Promise<{ type: string; mime: string }>
}
