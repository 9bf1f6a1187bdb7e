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

export default defineConfig(({ command }) => ({
  plugins: [browserMessages, tailwindcss(), reactRouter()],
  build: { assetsInlineLimit: 0 },
  // The build holds the few files that it needs of each package, so the server does not load whole packages at every
  // start. React and its router stay outside, because the server loads them too.
  ...(command === 'build' && {
    ssr: { noExternal: true, external: ['react', 'react-dom', 'react-router'] },
  }),
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The manifest of routes names every file: without names of their own it is smaller.
            chunkFileNames: 'assets/[hash].js',
            entryFileNames: 'assets/[hash].js',
            codeSplitting: {
              groups: [
                {
                  // Changes only with an upgrade of React, so browsers keep it over releases.
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                },
              ],
            },
          },
        },
      },
    },
  },
}))
