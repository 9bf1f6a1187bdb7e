import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // One manifest in the first answer: no `/__manifest` call, and the same HTML for everyone.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
