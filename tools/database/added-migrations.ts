import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MIGRATIONS } from '#server/db/migrate.ts'

/** Writes a folder with the project's migrations followed by the given ones, in the form that drizzle-kit writes. */
export async function writeMigrations(folder: string, texts: readonly string[]): Promise<void> {
  const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number; when: number; tag: string }[]
  }
  for (const { tag } of journal.entries)
    await writeFile(join(folder, `${tag}.sql`), await readFile(join(MIGRATIONS, `${tag}.sql`)))
  const last = journal.entries.at(-1)!
  for (const [index, text] of texts.entries()) {
    const tag = `9${index}_added`
    await writeFile(join(folder, `${tag}.sql`), text)
    journal.entries.push({ ...last, idx: last.idx + 1 + index, when: last.when + 1 + index, tag })
  }
  await mkdir(join(folder, 'meta'), { recursive: true })
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
}
