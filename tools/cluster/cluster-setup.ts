import { installDebianPackages } from '../debian-packages.ts'

/** Vitest's global setup of the project `systems`: installs the proxy and the pooler with which processes run. */
export default () => installDebianPackages(['caddy', 'pgbouncer'])
