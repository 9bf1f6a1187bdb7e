/** Before the suite: it runs what is built, which must be of these very sources. */
export { buildIfNeeded as default } from '../scripts/steps.ts'
