import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { buildIfNeeded } from '../scripts/build.ts'
import { ROOT, runCommand } from '../scripts/processes.ts'
import { formatAsMarkdown, readLastReport, withoutDetails } from './shared/report.ts'

/**
 * The benchmarks, one script each. `npm run bench [-- short] [names]` runs them and writes docs/performance.md from the
 * last figures of each. It needs a machine without other load. With `short`, each takes fewer measurements.
 */
const BENCHMARKS: { name: string; usual: string[]; short: string[] }[] = [
  { name: 'storefront', usual: ['9', '1.5'], short: ['3', '1'] },
  { name: 'million-products', usual: ['200'], short: ['60'] },
  { name: 'write-load', usual: ['5'], short: ['2'] },
  { name: 'purchases', usual: ['3', '400'], short: ['1', '100'] },
  { name: 'cold-start', usual: ['7'], short: ['3'] },
  { name: 'lighthouse', usual: ['3'], short: ['1'] },
  { name: 'dashboard', usual: [], short: [] },
  { name: 'statements', usual: [], short: [] },
  { name: 'account-timing', usual: ['300'], short: ['60'] },
  { name: 'attacks/stalls', usual: [], short: [] },
  { name: 'attacks/hostile-files', usual: [], short: [] },
  { name: 'attacks/hostile-markdown', usual: [], short: [] },
  { name: 'attacks/starvation', usual: [], short: [] },
  { name: 'attacks/raw-sockets', usual: ['6', '3'], short: ['3', '1'] },
  { name: 'uploads', usual: [], short: ['short'] },
  { name: 'archive', usual: ['20'], short: ['5'] },
  { name: 'sustained-load', usual: ['300'], short: ['30'] },
  { name: 'state-changes', usual: ['1000'], short: ['60'] },
  { name: 'price-changes', usual: ['500', '5'], short: ['100', '2'] },
  { name: 'journeys', usual: ['3'], short: ['1'] },
  { name: 'scale', usual: ['1000000', '100000'], short: ['200000', '20000'] },
]

const args = process.argv.slice(2)
const isShort = args.includes('short')
const names = args.filter(argument => argument !== 'short')
const selectedBenchmarks = BENCHMARKS.filter(
  ({ name }) => names.length === 0 || names.includes(basename(name)),
)
if (selectedBenchmarks.length === 0)
  throw new Error(`The benchmarks are ${BENCHMARKS.map(({ name }) => basename(name)).join(', ')}`)

await buildIfNeeded()
const load = loadavg()[1]!.toFixed(1)
let areTargetsMet = true
for (const { name, usual, short } of selectedBenchmarks) {
  console.log(`\n… ${name}`)
  const code = await runCommand(process.execPath, [
    `bench/${name}.ts`,
    ...(isShort ? short : usual),
  ])
  if (code !== 0) areTargetsMet = false
}

const reports = []
for (const { name } of BENCHMARKS) {
  const last = await readLastReport(basename(name))
  if (last) reports.push(formatAsMarkdown(withoutDetails(last)))
}
const [cpu] = cpus()
const page = `# Performance

The last figures of \`npm run bench\`, which writes this page; each section has a script in \`bench/\`, whose run prints
more. A target that is not met is marked. Compared cases take turns, so ratios are more reliable than times.

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpu?.model.trim() || 'an unnamed processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}; load before: ${load}.
Server, database, load generator and browser share these cores.

${reports.join('\n')}
## Tried and left

- Private interfaces of Fastify and Node for cached responses: 0.83 instead of 0.34 of the bare route
  ([cache](design/cache.md)).
- Every text that a page shares with another in the chunk of all pages: 10 files instead of 15 for home, but 8 KB more.
- A young generation of 16 or 32 MB instead of 8: 107 and 122 uncached pages a second instead of 94 if nothing else is
  requested, for 5 and 51 MB. With 16 MB and an old generation of 300 MB, among all cases: 94 pages instead of 101.
- One or two threads for V8's background work instead of four: no difference. None for its garbage collection: 98 pages
  instead of 94, and 457 MB instead of 295.
- JSON that the cache keeps plain until a client wants it compressed: within the noise.
- Shorter pages: of the 57 KB of a product page the classes are 18 KB, the data for the browser 12 KB and the icons 9 KB, but
  of the 11.8 KB that are sent 2.7, 3.4 and 1.7 KB.
`
const path = join(ROOT, 'docs/performance.md')
await writeFile(path, page)
await runCommand('oxfmt', [path])
console.log(areTargetsMet ? '\nAll targets are met.' : '\nNot all targets are met.')
process.exitCode = areTargetsMet ? 0 : 1
