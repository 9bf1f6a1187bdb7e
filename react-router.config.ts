import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The first response contains the manifest of all routes, which saves requests to `/__manifest`.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
