import { installDebianPackages } from '../debian-packages.ts'
import { CLAMD_PACKAGES } from './clamd-server.ts'

/** Vitest's global setup of the project `systems`: installs the file scanner with which the server runs. */
export default () => installDebianPackages(CLAMD_PACKAGES)
