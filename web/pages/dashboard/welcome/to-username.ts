import { LIMITS } from '#contract/core/limits.ts'

/** Turns a name as people write it into a username: without accents, capitals, spaces and signs, and not too long. */
export function toUsername(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, LIMITS.username.max)
}
