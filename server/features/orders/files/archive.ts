import { toSafeName } from '#server/features/files/service.ts'
import type { OrderItemRow } from '../queries.ts'
import type { OrderRow } from '../rules/rows.ts'
import { isFileClosed } from '../rules/access-rules.ts'
import { nameEntries } from '../zip/entry-names.ts'
import { type ZipFile, type ZipPlan, planZip } from '../zip/plan-zip.ts'
import { chooseItemFiles } from './item-files.ts'
import type { ItemFileRow } from './queries.ts'

/** A file of an order's archive, and the grant by which it is downloaded. */
export interface ArchiveFile extends ZipFile {
  fileId: number
  grantId: number
  storageKey: string
  downloadsLeft: number
}

/** All files of an order in one archive. */
export interface OrderArchive {
  plan: ZipPlan<ArchiveFile>
  files: readonly ArchiveFile[]
  /** The name of the archive as a file, with its extension. */
  fileName: string
  /**
   * The last part of the archive's URL. It differs if a byte of the archive does, so that a download whose client does
   * not ask for the same version does not continue with another one.
   */
  path: string
  /** When the first grant of a file expires. */
  expiresAt: Date
}

/**
 * Lays out the archive of the files of an order that can be downloaded, in their newest versions; null if there are
 * fewer than two.
 * @param versions of all items of the order
 */
export function planOrderArchive(
  order: OrderRow,
  items: readonly OrderItemRow[],
  versions: readonly ItemFileRow[],
): OrderArchive | null {
  const openItems = items.flatMap(item => {
    const { id, name, grantId, expiresAt } = item
    if (grantId === null || expiresAt === null || item.closedAt !== null) return []
    const files = chooseItemFiles(versions.filter(({ itemId }) => itemId === id))
      .map(({ file }) => file)
      .filter(file => !isFileClosed(order, file))
    return files.length > 0 ? [{ name, grantId, expiresAt, files }] : []
  })
  const names = nameEntries(
    openItems.map(({ name, files }) => ({
      productName: name,
      fileNames: files.map(({ fileName }) => fileName),
    })),
  )
  const files = openItems.flatMap(({ grantId, files }, itemIndex) =>
    files.map(({ id, crc32, createdAt, ...file }, fileIndex): ArchiveFile => ({
      fileId: id,
      grantId,
      crc32,
      name: names[itemIndex]![fileIndex]!,
      modifiedAt: createdAt,
      sizeBytes: file.sizeBytes,
      sha256: file.sha256,
      storageKey: file.storageKey,
      downloadsLeft: file.downloadsLeft,
    })),
  )
  if (files.length < 2) return null
  const plan = planZip(files)
  const [first, ...others] = openItems
  return {
    plan,
    files,
    fileName: `${(others.length === 0 && toSafeName(first!.name)) || order.number}.zip`,
    path: `${plan.digest.slice(0, PATH_DIGITS)}.zip`,
    expiresAt: new Date(Math.min(...openItems.map(({ expiresAt }) => expiresAt.getTime()))),
  }
}

/** The hexadecimal digits of the digest that the URL has: 64 bits. */
const PATH_DIGITS = 16
