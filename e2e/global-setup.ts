/** Builds the app before the suite if the existing build is older than the sources. */
export { buildIfNeeded as default } from '../scripts/build.ts'
