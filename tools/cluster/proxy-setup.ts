import { installDebianPackages } from '../debian-packages.ts'
import { PROXY_PACKAGES } from './proxy.ts'

/** Vitest's global setup of the project `systems`: installs the proxies with which the server runs. */
export default () => installDebianPackages(PROXY_PACKAGES)
