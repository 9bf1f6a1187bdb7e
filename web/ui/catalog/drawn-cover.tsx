import { cx } from '../cx.ts'
import { getCoverStyle } from './cover-style.ts'
import { COVER_MOTIFS, type MotifName } from './motifs.ts'

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
  const style = getCoverStyle(title)
  return (
    <div
      aria-hidden
      className={cx(
        `cover-${palette ?? style.palette}`,
        '@container relative aspect-[4/5] w-full overflow-hidden rounded-cover bg-(--ground)',
        className,
      )}
    >
      <svg
        viewBox="0 0 80 100"
        className="absolute inset-0 size-full"
        // A motif is a constant of the code and contains no text of users.
        dangerouslySetInnerHTML={{ __html: COVER_MOTIFS[motif ?? style.motif](COLORS) }}
      />
      <span className="absolute inset-x-[7%] top-[6.5%] line-clamp-3 font-display text-[clamp(0.6rem,8.6cqw,2rem)] leading-[1.08] font-bold tracking-[-0.01em] text-(--word)">
        {title}
      </span>
    </div>
  )
}
