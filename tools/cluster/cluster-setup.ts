import { installDebianPackages } from '../debian-packages.ts'
import { IMAGE_PACKAGES } from './image.ts'

/**
 * Vitest's global setup of the project `systems`: installs the proxy and the pooler with which processes run, and what
 * runs the image.
 */
export default () => installDebianPackages(['caddy', 'pgbouncer', ...IMAGE_PACKAGES])
