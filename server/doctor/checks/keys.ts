import type { EncryptionKey } from '#server/config.ts'
import type { OpenDatabase } from '#server/db/client.ts'
import { countTextsByKey } from '#server/integrations/reencrypt.ts'
import { type Finding, describeError, fault, ok, warning } from '../finding.ts'

/** Compares the keys of ENCRYPTION_KEYS with those that the texts in the database are encrypted with. */
export async function checkKeys(
  { db }: Pick<OpenDatabase, 'db'>,
  keys: readonly EncryptionKey[],
): Promise<Finding[]> {
  let usages
  try {
    usages = await countTextsByKey(db)
  } catch (error) {
    return [
      warning(`the encryption keys in use are unknown: ${describeError(error)}`, 'See above.'),
    ]
  }
  const setIds = keys.map(({ id }) => id)
  const usedIds = new Set(usages.map(({ keyId }) => keyId))
  const listColumns = (id: string) =>
    usages
      .filter(({ keyId }) => keyId === id)
      .map(({ column, texts }) => `${column} (${texts})`)
      .join(', ')
  return [
    ...[...usedIds]
      .filter(id => !setIds.includes(id))
      .map(id =>
        fault(
          `the encryption key ${id} is in use, but not set: ${listColumns(id)}`,
          `Add ${id} to the end of ENCRYPTION_KEYS, restart, and run npm run keys -- reencrypt.`,
        ),
      ),
    ...setIds
      .slice(1)
      .map(id =>
        usedIds.has(id)
          ? warning(
              `the old encryption key ${id} is still in use: ${listColumns(id)}`,
              'Run npm run keys -- reencrypt before you remove it.',
            )
          : warning(
              `the old encryption key ${id} is not in use any more`,
              'Remove it from ENCRYPTION_KEYS.',
            ),
      ),
    ok(`new secrets are encrypted with the key ${setIds[0]}`),
  ]
}
