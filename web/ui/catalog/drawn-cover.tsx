import { cx } from '../cx.ts'
import { MOTIF_NAMES, COVER_MOTIFS } from './motifs.tsx'

const PALETTE_COUNT = 8

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
  /** The name of the motif, a key of `COVER_MOTIFS`; by default derived from the title. */
  motif?: string
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
      <svg viewBox="0 0 80 100" className="absolute inset-0 size-full">
        {COVER_MOTIFS[name]}
      </svg>
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
