import { installDebianPackages } from '../debian-packages.ts'
import { SWIFT_PACKAGES } from './swift-server.ts'

/** Vitest's global setup of the project `systems`: installs the object storage with which the server runs. */
export default () => installDebianPackages(SWIFT_PACKAGES)
