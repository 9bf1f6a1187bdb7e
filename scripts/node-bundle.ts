import type { InputOptions } from 'rolldown'

/** What all bundles for Node share. */
export const NODE_BUNDLE = {
  platform: 'node',
  logLevel: 'warn',
  onLog(_level, log, handle) {
    // rolldown only warns of an unresolved import, but the first request that needs the module would fail.
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
    handle('debug', log)
  },
} satisfies InputOptions
