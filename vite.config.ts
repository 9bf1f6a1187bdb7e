import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { namePublicChunk } from './scripts/public-chunks.ts'

/** Replaces Paraglide's runtime in the browser, where the page's language is known and need not be detected. */
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
  // The server build bundles the few files that it needs of each package, so that the server does not load whole
  // packages at every start. React and its router stay external, because the server loads them too.
  ...(command === 'build' && {
    ssr: { noExternal: true, external: ['react', 'react-dom', 'react-router'] },
  }),
  environments: {
    // The bundle of the server holds every module. What it imports dynamically is loaded later only in browsers.
    ssr: { build: { rolldownOptions: { checks: { ineffectiveDynamicImport: false } } } },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The route manifest in every page lists all files, and names that consist of a hash keep it small. Seven
            // characters are 42 bits: of 500 new files and 1,000 that a browser has kept, two have the same name in one of
            // ten million releases.
            chunkFileNames: 'assets/[hash:7].js',
            entryFileNames: 'assets/[hash:7].js',
            codeSplitting: {
              groups: [
                {
                  // This chunk changes only with an upgrade of React, so browsers keep it in their cache over releases.
                  name: 'react',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                },
                { name: namePublicChunk, debugName: 'public pages' },
              ],
            },
          },
        },
      },
    },
  },
}))
