/** An instruction of a Dockerfile, such as `RUN npm ci`. */
export interface Instruction {
  keyword: string
  /** What follows the keyword. Lines that end in a backslash are joined. */
  text: string
}

export interface Stage {
  /** The name after AS. The last stage, which becomes the image, needs none. */
  name: string
  instructions: Instruction[]
}

/** Parses a Dockerfile into its stages, in their order. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
  for (const line of lines.filter(line => line.trim() !== '')) {
    const [, keyword = '', text = ''] = /^(\S+)\s+(.*)$/.exec(line) ?? []
    if (keyword === 'FROM')
      stages.push({ name: / AS (\S+)/i.exec(text)?.[1] ?? '', instructions: [] })
    else stages.at(-1)!.instructions.push({ keyword, text })
  }
  return stages
}

/** Parses the assignments of ENV, such as `NODE_ENV=production DATA_DIR=/data`. */
export function parseAssignments(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trim()
      .split(/\s+/)
      .map(assignment => [
        assignment.slice(0, assignment.indexOf('=')),
        assignment.slice(assignment.indexOf('=') + 1),
      ]),
  )
}
