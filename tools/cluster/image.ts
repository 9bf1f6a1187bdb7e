import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { ROOT, runCommandOrThrow } from '../../scripts/processes.ts'
import { type Stage, parseAssignments, parseDockerfile } from './dockerfile.ts'

/** The Debian package of bubblewrap, which runs programs in a root folder of their own without the rights of root. */
export const IMAGE_PACKAGES = ['bubblewrap']

const NODE = join(dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin/node')
const NODE_FOLDER = '/opt/node'
/** The files of the users and groups that the base image has. */
const USERS = { passwd: 'node:x:1000:1000::/home/node:/bin/sh\n', group: 'node:x:1000:\n' }
/** Root builds and runs the image as a user without rights; another user as themselves. */
const AS_NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** The built image: a root folder, and how a container starts in it. */
export interface Image {
  root: string
  env: Record<string, string>
  workFolder: string
  command: string[]
  healthCheck: string[]
}

interface Container {
  root: string
  workFolder: string
  env: Record<string, string>
  /** Folders of this machine that are writable in the container. Nothing else is, if this is given. */
  volumes?: Record<string, string>
}

/**
 * Builds the image of `ops/Dockerfile` without Docker, for a user without rights: each stage is a folder in `folder`,
 * each instruction runs with that folder as its root, by bubblewrap. The programs of the base image are those of this
 * machine, which must be Debian 12, and the project's own Node. The files of the context are those that git knows.
 */
export async function buildImage(folder: string): Promise<Image> {
  const stages = parseDockerfile(await readFile(join(ROOT, 'ops/Dockerfile'), 'utf8'))
  const context = join(folder, 'context')
  await mkdir(context, { recursive: true })
  const files = 'git ls-files -z --cached --others --exclude-standard'
  await runCommandOrThrow('sh', ['-c', `${files} | tar -c --null -T - | tar -x -C "$0"`, context])
  for (const [name, text] of Object.entries(USERS)) await writeFile(join(folder, name), text)
  let image: Image | undefined
  for (const [index, stage] of stages.entries())
    image = await buildStage(stage, {
      root: join(folder, stage.name || `stage${index}`),
      folderOf: name => (name === undefined ? context : join(folder, name)),
    })
  return image!
}

async function buildStage(
  { instructions }: Stage,
  { root, folderOf }: { root: string; folderOf: (stage?: string) => string },
): Promise<Image> {
  const image: Image = { root, env: {}, workFolder: '/', command: [], healthCheck: [] }
  for (const path of ['usr', 'etc', 'proc', 'dev', 'tmp', 'opt/node', 'home/node'])
    await mkdir(join(root, path), { recursive: true })
  for (const path of ['bin', 'lib', 'lib64']) await symlink(`usr/${path}`, join(root, path))
  await giveAway(root)
  for (const { keyword, text } of instructions) {
    switch (keyword) {
      case 'WORKDIR':
        image.workFolder = text
        await mkdir(join(root, text), { recursive: true })
        await giveAway(root)
        break
      case 'ENV':
        Object.assign(image.env, parseAssignments(text))
        break
      case 'COPY':
        await copy(text, { image, folderOf })
        await giveAway(root)
        break
      case 'RUN':
        await runInContainer(image, ['sh', '-c', text])
        break
      case 'CMD':
        image.command = JSON.parse(text) as string[]
        break
      case 'HEALTHCHECK':
        image.healthCheck = JSON.parse(text.slice(text.indexOf('['))) as string[]
        break
      case 'USER':
      case 'VOLUME':
      case 'EXPOSE':
        break
      default:
        throw new Error(`The instruction ${keyword} is not known here.`)
    }
  }
  return image
}

/** Gives files to the user who builds. */
async function giveAway(folder: string): Promise<void> {
  if ('uid' in AS_NOBODY)
    await runCommandOrThrow('chown', ['-R', `${AS_NOBODY.uid}:${AS_NOBODY.gid}`, folder])
}

/** COPY: files into a folder, or what is in a folder into another one. */
async function copy(
  text: string,
  { image, folderOf }: { image: Image; folderOf: (stage?: string) => string },
): Promise<void> {
  const [, stage, paths = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(text)!
  const names = paths.split(/\s+/)
  const to = join(image.root, resolve(image.workFolder, names.pop()!))
  for (const name of names) {
    const from = join(folderOf(stage), name)
    const isFolder = await readdir(from).then(
      () => true,
      () => false,
    )
    await cp(from, isFolder ? to : join(to, basename(from)), { recursive: true })
  }
}

/** Runs a program in the container to its end. @throws Error if its exit code is not 0 */
export function runInContainer(container: Container, command: string[]): Promise<void> {
  return runCommandOrThrow('bwrap', toArguments(container, command), {
    ...AS_NOBODY,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** Starts a program in the container. It ends with this process at the latest. */
export const startInContainer = (container: Container, command: string[]): ChildProcess =>
  spawn('bwrap', toArguments(container, command), {
    ...AS_NOBODY,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

function toArguments({ root, workFolder, env, volumes }: Container, command: string[]): string[] {
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  const variables = {
    HOME: '/home/node',
    PATH: `${NODE_FOLDER}:/usr/bin`,
    // The registry of packages may have a certificate that only this machine trusts.
    ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }),
    ...env,
  }
  const mounts = [
    [volumes ? '--ro-bind' : '--bind', root, '/'],
    ['--ro-bind', '/usr', '/usr'],
    ['--ro-bind', '/etc', '/etc'],
    ...Object.keys(USERS).map(name => ['--ro-bind', join(dirname(root), name), `/etc/${name}`]),
    ['--ro-bind', dirname(NODE), NODE_FOLDER],
    ['--proc', '/proc'],
    ['--dev', '/dev'],
    ['--tmpfs', '/tmp'],
    ...Object.entries(volumes ?? {}).map(([path, folder]) => ['--bind', folder, path]),
    ...Object.entries(variables).map(([name, value]) => ['--setenv', name, value]),
  ]
  return [
    '--unshare-user',
    '--unshare-pid',
    '--die-with-parent',
    '--uid',
    '1000',
    '--gid',
    '1000',
    '--clearenv',
    '--chdir',
    workFolder,
    ...mounts.flat(),
    ...command,
  ]
}
