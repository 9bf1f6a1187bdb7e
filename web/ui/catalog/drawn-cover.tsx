import { cx } from '../cx.ts'
import { COVER_MOTIFS, MOTIF_NAMES, type MotifName } from './motifs.ts'

const PALETTE_COUNT = 8
/** The colors of the palette class, which `styles/covers.css` defines. */
const COLORS = {
  ground: 'var(--ground)',
  word: 'var(--word)',
  a: 'var(--a)',
  b: 'var(--b)',
  c: 'var(--c)',
}

/**
 * Draws a cover with a background, the title at the top left and a motif below it. The same title always gives the same
 * cover.
 */
export function DrawnCover({
  title,
  palette,
  motif,
  className,
}: {
  title: string
  /** The number of the palette, 0 to 7; by default derived from the title. */
  palette?: number
  /** By default derived from the title. */
  motif?: MotifName
  className?: string
}) {
  const seed = hashTitle(title)
  const name = motif ?? MOTIF_NAMES[(seed >>> 8) % MOTIF_NAMES.length] ?? 'sun'
  return (
    <div
      aria-hidden
      className={cx(
        `cover-${palette ?? seed % PALETTE_COUNT}`,
        '@container relative aspect-[4/5] w-full overflow-hidden rounded-cover bg-(--ground)',
        className,
      )}
    >
      <svg
        viewBox="0 0 80 100"
        className="absolute inset-0 size-full"
        // A motif is a constant of the code and contains no text of users.
        dangerouslySetInnerHTML={{ __html: COVER_MOTIFS[name](COLORS) }}
      />
      <span className="absolute inset-x-[7%] top-[6.5%] line-clamp-3 font-display text-[clamp(0.6rem,8.6cqw,2rem)] leading-[1.08] font-bold tracking-[-0.01em] text-(--word)">
        {title}
      </span>
    </div>
  )
}

/** Hashes a title by FNV-1a and mixes the bits once more, so that palette and motif are independent. */
function hashTitle(title: string): number {
  let seed = 0x811c9dc5
  for (const character of title)
    seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) >>> 0
}
