import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/processes.ts'
import { POSTGRES_PACKAGES, findDebianPostgres } from './debian-postgres.ts'

/** The Debian packages that ops/backup.sh and ops/restore.sh need. */
export const BACKUP_PACKAGES = [...POSTGRES_PACKAGES, 'restic', 'rclone']

/**
 * Runs ops/backup.sh or ops/restore.sh with settings, and returns what it printed.
 * @throws Error with its output, if it ended with another status than 0
 */
export async function runBackupScript(
  script: 'backup.sh' | 'restore.sh',
  settings: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const env = {
    ...process.env,
    ...settings,
    PATH: `${await findDebianPostgres()}:${process.env['PATH']}`,
  }
  const { stdout } = await promisify(execFile)('bash', [join(ROOT, 'ops', script), ...args], {
    env,
  })
  return stdout
}

/** Tells whether the programs of `BACKUP_PACKAGES` are installed. */
export const hasBackupTools = async (): Promise<boolean> =>
  findDebianPostgres()
    .then(() => promisify(execFile)('restic', ['version']))
    .then(
      () => true,
      () => false,
    )
