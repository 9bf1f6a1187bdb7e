import { installDebianPackages } from '../debian-packages.ts'
import { BACKUP_PACKAGES } from './backup-tools.ts'

/** Vitest's global setup of the project `systems`: installs what backups need. */
export default () => installDebianPackages(BACKUP_PACKAGES)
