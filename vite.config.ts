import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { namePublicChunk } from './scripts/public-chunks.ts'

const TEXT_MODULES = fileURLToPath(new URL('.messages/each/index.js', import.meta.url))

/** Lets the browser's build import each text as a module of its own, so that a page loads the texts that it uses. */
const textModules: Plugin = {
  name: 'text-modules',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: environment => environment.name === 'client',
  resolveId: { filter: { id: /^#messages$/ }, handler: () => TEXT_MODULES },
}

export default defineConfig(({ command }) => ({
  plugins: [textModules, tailwindcss(), reactRouter()],
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
            // characters are 42 bits: of 500 new files and 1,000 that a browser has kept, two have the same name in one
            // of ten million releases.
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
