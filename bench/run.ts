import { writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT, buildIfNeeded, run } from '../scripts/steps.ts'
import { asMarkdown, lastReport } from './report.ts'

/**
 * `npm run bench [-- short] [names]`: every promise about speed and size, one script each, and docs/performance.md of
 * their last figures. Wants a machine that does nothing else. `short` asks fewer times.
 */
const BENCHES: { name: string; usual: string[]; short: string[] }[] = [
  { name: 'storefront', usual: ['9', '1.5'], short: ['3', '1'] },
  { name: 'million', usual: ['200'], short: ['60'] },
  { name: 'storm', usual: ['5'], short: ['2'] },
  { name: 'start', usual: ['7'], short: ['3'] },
  { name: 'lighthouse', usual: ['3'], short: ['1'] },
  { name: 'dashboard', usual: [], short: [] },
  { name: 'account-timing', usual: ['300'], short: ['60'] },
  { name: 'upload-memory', usual: [], short: [] },
]

const words = process.argv.slice(2)
const isShort = words.includes('short')
const wanted = words.filter(word => word !== 'short')
const chosen = BENCHES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
if (chosen.length === 0) throw new Error(`there are ${BENCHES.map(({ name }) => name).join(', ')}`)

await buildIfNeeded()
const load = loadavg()[1]!.toFixed(1)
let isKept = true
for (const { name, usual, short } of chosen) {
  console.log(`\n… ${name}`)
  const code = await run(process.execPath, [`bench/${name}.ts`, ...(isShort ? short : usual)])
  if (code !== 0) isKept = false
}

const reports = []
for (const { name } of BENCHES) {
  const last = await lastReport(name)
  if (last) reports.push(asMarkdown(last))
}
const [cpu] = cpus()
const page = `# Performance

What is promised, and what was measured the last time: \`npm run bench\` writes this page (\`npm run bench -- short\`
asks fewer times). One script a promise, in \`bench/\`. What else the machine does meets what is measured and what it is
compared with alike, since both take turns; ratios are worth more than times.

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpu?.model.trim() || 'an unnamed processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}; load before: ${load}.
Server, database, load generator and browser share these cores.

${reports.join('\n')}`
const path = join(ROOT, 'docs/performance.md')
await writeFile(path, page)
await run('oxfmt', [path])
console.log(isKept ? '\nEvery promise is kept.' : '\nNot every promise is kept.')
process.exitCode = isKept ? 0 : 1
