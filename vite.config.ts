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
              // What is fetched together stands together: one file is smaller than its parts, and the
              // manifest of routes names it once.
              groups: [
                {
                  name: 'base',
                  test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/,
                },
                // What every public page has.
                {
                  name: 'frame',
                  test: /[\\/]web[\\/](nonce|paths|i18n[\\/]|shared[\\/](site|errors[\\/]lazy)|layouts[\\/]main-landmark|ui[\\/](cx|hydrate-on-interaction|pre-hydration-events|line-icon|brand[\\/](awning|brand-mark|favicon)|toasts[\\/]toast\.|catalog[\\/]cover\.|surfaces[\\/](chip|card)))|\.messages[\\/]messages[\\/](go_home|close|price_from)\./,
                },
                // Bar, foot and cards of the street; below a product they come with the first sign of a person.
                {
                  name: 'street',
                  test: /[\\/]web[\\/](ui[\\/](catalog[\\/](product-card|grid)|feedback[\\/](empty-state|banner)|overlays[\\/]menu|use-dismiss|theme|actions[\\/](button|spinner)|brand[\\/](avatar|logo-loader))|shared[\\/](product-tile|commission-tiers|page-title)|features[\\/]orders[\\/]cart[\\/](cart-link|cart\.)|layouts[\\/](header|footer|language-theme-toggles|nav-links|navigation-loader))|lucide-react[\\/]dist[\\/]esm[\\/](?!icons)|icons[\\/](menu|arrow-(right|left|up-right)|check|search|chevron-(down|left|right)|pause|play|plus|x|circle-check|circle-exclamation-point|triangle-exclamation-point|info)\.mjs|\.messages[\\/]messages[\\/](nav_|footer_|theme_|language_|cart_(go|open)|session_loader|home_(by|percents|tier_)|buy_card|see_all|help_lead|explore_categories)/,
                },
                {
                  name: 'front',
                  test: /[\\/]web[\\/]ui[\\/](use-rotation|catalog[\\/](drawn-cover|motifs))|\.messages[\\/]messages[\\/](home_(point|voices_sample)|carousel)/,
                },
                {
                  name: 'seller',
                  test: /[\\/]web[\\/](features[\\/]profiles[\\/]profile-header|shared[\\/]social-links)|\.messages[\\/]messages[\\/]public_profile_(links|on|web)/,
                },
                {
                  name: 'api',
                  test: /node_modules[\\/]zod[\\/]|[\\/]contract[\\/]|[\\/]web[\\/]api[\\/](client|session)/,
                },
                {
                  name: 'fields',
                  test: /[\\/]web[\\/](ui[\\/](forms[\\/](control|field|select|toggles)\.|actions[\\/]|data[\\/]pagination)|features[\\/]catalog[\\/]explore-filters)|\.messages[\\/]messages[\\/](explore_search|pages|previous|next)/,
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
}))
