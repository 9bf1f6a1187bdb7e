import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installDebianPackages } from './debian-packages.ts'

/**
 * Programs that unpack ZIP archives, with the arguments that read an archive to its end and check each file in it:
 * Info-ZIP as on Linux servers, 7-Zip, and libarchive as in macOS and Windows 11.
 */
const PROGRAMS = {
  unzip: { package: 'unzip', args: ['-t'] },
  '7z': { package: 'p7zip-full', args: ['t'] },
  bsdtar: { package: 'libarchive-tools', args: ['-x', '-O', '-f'] },
} as const

export type ArchiveProgram = keyof typeof PROGRAMS
export const ARCHIVE_PROGRAMS = Object.keys(PROGRAMS) as ArchiveProgram[]

/**
 * Has a program read and check a whole archive.
 * @throws Error if the program warns or fails
 */
export async function checkArchive(program: ArchiveProgram, path: string): Promise<void> {
  const command = [program, ...PROGRAMS[program].args, path].map(quote).join(' ')
  const { stderr } = await run('sh', ['-c', `${command} > /dev/null`])
  if (stderr !== '') throw new Error(`${program}: ${stderr}`)
}

/** Lists the names in an archive, in its sequence. */
export async function listArchive(path: string): Promise<string[]> {
  const { stdout } = await run('bsdtar', ['-t', '-f', path])
  return stdout.trimEnd().split('\n')
}

const environment = { ...process.env, LC_ALL: 'C.UTF-8' }
const run = (file: string, args: string[]) =>
  promisify(execFile)(file, args, { env: environment, maxBuffer: 1024 * 1024 })
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Vitest's global setup of the project `systems`: installs the programs. */
export default () => installDebianPackages(Object.values(PROGRAMS).map(program => program.package))
