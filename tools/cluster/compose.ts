import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../../scripts/processes.ts'

interface Service {
  command?: string[]
  environment: Record<string, string>
}

/** Reads a file of variables, such as `ops/env.example`, and fills in values. */
export async function readEnvFile(
  file: string,
  values: Record<string, string>,
): Promise<Record<string, string>> {
  const text = await readFile(join(ROOT, file), 'utf8')
  const lines = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!])
  for (const name of Object.keys(values))
    if (!lines.some(([known]) => known === name)) throw new Error(`${file} has no ${name}`)
  return { ...(Object.fromEntries(lines) as Record<string, string>), ...values }
}

/**
 * Reads services of `ops/compose.yaml` that run the image of the marketplace, as Docker Compose does: with the
 * variables of an env file, and with those that the file puts into other values.
 */
export async function readComposeServices<Name extends string>(
  names: readonly Name[],
  envFile: Record<string, string>,
): Promise<Record<Name, { command?: string[]; env: Record<string, string> }>> {
  const text = await readFile(join(ROOT, 'ops/compose.yaml'), 'utf8')
  const filledIn = text.replaceAll(
    /\$\{(\w+)(?::(\?|-)([^}]*))?\}/g,
    (_, name: string, kind: string, fallback: string) => {
      const value = envFile[name]
      if (!value && kind === '?') throw new Error(`${name} is missing in the env file`)
      return value || fallback || ''
    },
  )
  const { services } = parse(filledIn, { merge: true }) as { services: Record<Name, Service> }
  const read = (name: Name) => {
    const { command, environment } = services[name]
    return { ...(command && { command }), env: { ...envFile, ...environment } }
  }
  return Object.fromEntries(names.map(name => [name, read(name)])) as Record<
    Name,
    ReturnType<typeof read>
  >
}
