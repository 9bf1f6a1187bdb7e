import * as m from '#messages'
import { DrawnCover } from '#web/ui/catalog/drawn-cover.tsx'
import type { MotifName } from '#web/ui/catalog/motifs.ts'
import { cx } from '#web/ui/cx.ts'

interface SampleCover {
  title: string
  palette: number
  motif: MotifName
  /** The class that rotates the cover. */
  rotation: string
}

/** A decorative illustration: two rows of sample covers. */
export function HeroIllustration() {
  const rows: SampleCover[][] = [
    [
      { title: m.home_cover1(), palette: 0, motif: 'sun', rotation: 'rotate-[-1.5deg]' },
      { title: m.home_cover2(), palette: 1, motif: 'bars', rotation: 'rotate-[1deg]' },
      { title: m.home_cover3(), palette: 2, motif: 'peak', rotation: 'rotate-[-0.6deg]' },
    ],
    [
      { title: m.home_cover4(), palette: 3, motif: 'grid', rotation: 'rotate-[1.2deg]' },
      { title: m.home_cover5(), palette: 4, motif: 'rings', rotation: 'rotate-[-1deg]' },
      { title: m.home_cover6(), palette: 5, motif: 'sheet', rotation: 'rotate-[1.6deg]' },
    ],
  ]
  return (
    <div aria-hidden className="mx-auto grid w-[96%] max-w-[560px] rotate-[-3deg] gap-7">
      {rows.map((row, index) => (
        <div key={index} className="relative grid grid-cols-3 gap-3.5 sm:gap-4">
          <div className="absolute inset-x-[-3%] top-0 h-[3px] rounded-full bg-edge/70" />
          {row.map(({ title, palette, motif, rotation }) => (
            <div key={motif} className={cx('relative origin-top pt-2', rotation)}>
              <div className="absolute top-[-6px] left-1/2 z-10 h-5 w-3.5 -translate-x-1/2 rounded-[4px] bg-mango shadow-[inset_0_-6px_0_rgb(0_0_0/0.14)]" />
              <DrawnCover title={title} palette={palette} motif={motif} className="shadow-lift" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
