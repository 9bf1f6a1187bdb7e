import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** Paraglide's own runtime finds a locale in many ways; in the browser the page already has one. */
const browserMessages: Plugin = {
  name: 'browser-messages',
  applyToEnvironment: environment => environment.name === 'client',
  load: id =>
    id.endsWith('/.messages/runtime.js')
      ? `export * from ${JSON.stringify(fileURLToPath(new URL('web/i18n/browser-runtime.ts', import.meta.url)))}`
      : undefined,
}

export default defineConfig({
  plugins: [browserMessages, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  // Of a kit or an icon set the server needs a few files, not the whole package at every start. React and its
  // router are the server's own too.
  ssr: { noExternal: true, external: ['react', 'react-dom', 'react-router'] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The manifest of routes names every file: without names of their own it is smaller.
            chunkFileNames: 'assets/[hash].js',
            entryFileNames: 'assets/[hash].js',
            codeSplitting: {
              // What is fetched together stands together: one file is smaller than its parts, and the
              // manifest of routes names it once.
              groups: [
                {
                  name: 'base',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                },
                {
                  name: 'frame',
                  test: /[\\/]web[\\/](site|nonce|i18n[\\/]|features[\\/](shell[\\/](content|bare-layout)|errors[\\/]lazy)|ui[\\/](cx|later|line-icon|brand[\\/](awning|brand-mark)|toasts[\\/]toast\.))|\.messages[\\/]messages[\\/](go_home|close|price_from)\./,
                },
                {
                  name: 'surfaces',
                  test: /[\\/]web[\\/]ui[\\/](catalogue[\\/]cover|surfaces[\\/](chip|card))/,
                },
                {
                  name: 'cards',
                  test: /[\\/]web[\\/](ui[\\/](catalogue[\\/](product-card|grid)|feedback[\\/](empty-state|banner))|features[\\/]product[\\/]product-tile)/,
                },
                {
                  name: 'api',
                  test: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/]|[\\/]web[\\/]api[\\/](client|session)/,
                },
                {
                  name: 'fields',
                  test: /[\\/]web[\\/]ui[\\/](forms[\\/](control|field)\.|actions[\\/])/,
                },
                { name: 'icons', test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 2 },
                {
                  name: 'words',
                  test: /\.messages[\\/]messages[\\/](?!error_|issue_|no_p|payment_|buy_)/,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
})
