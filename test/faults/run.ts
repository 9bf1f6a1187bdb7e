import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { buildIfNeeded } from '../../scripts/build.ts'
import { ROOT } from '../../scripts/processes.ts'

/**
 * The scripts that buy during faults and restarts, with the arguments of a whole run and those of a short run, which is
 * a tenth of it. A script without short arguments needs an object storage or the rights of root, or takes long, so only
 * a whole run contains it. `npm run faults [-- short] [names]` runs them; each compares the shop with the provider's
 * ledger at its end.
 */
const SCRIPTS: { name: string; usual: number[]; short?: number[] }[] = [
  { name: 'kill-server', usual: [100, 1000], short: [10, 100] },
  { name: 'coupon-cap', usual: [10, 100, 300], short: [2, 10, 30] },
  { name: 'provider-faults', usual: [50], short: [5] },
  { name: 'mail-outage', usual: [500], short: [50] },
  { name: 'bucket-outage', usual: [10, 200] },
  { name: 'database-restarts', usual: [10, 400], short: [1, 40] },
  { name: 'rolling-restarts', usual: [50], short: [4] },
  { name: 'power-cuts', usual: [10, 400] },
  { name: 'full-disk', usual: [200, 30] },
  { name: 'wrong-clock', usual: [100] },
  { name: 'provider-hangs', usual: [10, 200, 100], short: [1, 20, 10] },
]

const args = process.argv.slice(2)
const isShort = args.includes('short')
const names = args.filter(argument => argument !== 'short')
const selected = SCRIPTS.filter(({ name, short }) =>
  names.length === 0 ? !isShort || short !== undefined : names.includes(name),
)
if (selected.length === 0)
  throw new Error(`The scripts are ${SCRIPTS.map(({ name }) => name).join(', ')}`)

/** Runs a script, prints its output at its end, and resolves to whether it passed. */
async function run({ name, usual, short }: (typeof SCRIPTS)[number]): Promise<boolean> {
  const script = [`test/faults/${name}.ts`, ...((isShort && short) || usual).map(String)]
  const { stdout, stderr, error } = await promisify(execFile)(process.execPath, script, {
    cwd: ROOT,
    maxBuffer: Infinity,
  }).then(
    output => ({ ...output, error: undefined }),
    (failure: { stdout: string; stderr: string }) => ({ ...failure, error: failure }),
  )
  console.log(`\n… ${name}\n${stdout}${stderr}`)
  return error === undefined
}

await buildIfNeeded()
const results: boolean[] = []
// A short run mostly waits, so its scripts run at the same time. The times of a whole run are worth reading, so they
// must not disturb each other.
if (isShort) results.push(...(await Promise.all(selected.map(run))))
else for (const script of selected) results.push(await run(script))

for (const [index, passed] of results.entries())
  if (!passed) console.log(`FAILED ${selected[index]!.name}`)
const passed = results.filter(Boolean).length
console.log(`${passed} passed, ${results.length - passed} failed`)
process.exitCode = passed === results.length ? 0 : 1
