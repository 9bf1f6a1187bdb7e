import { useEffect, useEffectEvent, useState } from 'react'
import * as m from '#messages'
import { cx } from '#web/ui/cx.ts'
import { DrawnCover } from '#web/ui/catalog/drawn-cover.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { getOfferedPalettes, renderCover } from './render-cover.ts'

/** The milliseconds without an edit of the title after which a cover is drawn, or drawn again. */
const REDRAW_MS = 1200

/** A drawn cover that the seller has chosen. */
interface ChosenCover {
  file: File
  title: string
  palette: number
}

/**
 * Offers the drawn cover of the title in four palettes to sellers who have no image. The chosen one becomes the image
 * of the form, and is drawn again when the title changes.
 * @param isChosen whether the first one is chosen by itself
 */
export function DrawnCoverPicker({
  title,
  image,
  isChosen,
  onPick,
}: {
  title: string
  image: File | null
  isChosen: boolean
  onPick: (image: File) => void
}) {
  const [chosen, setChosen] = useState<ChosenCover>()
  const trimmedTitle = title.trim()
  const current = chosen && image === chosen.file ? chosen : undefined
  // A cover that was drawn for this title and refused is not drawn again.
  const isMissing =
    isChosen && image === null && trimmedTitle !== '' && chosen?.title !== trimmedTitle
  const isOutdated = current !== undefined && trimmedTitle !== '' && current.title !== trimmedTitle

  const choose = async (drawnTitle: string, palette: number, isWanted = () => true) => {
    const file = await renderCover(drawnTitle, palette).catch(() => undefined)
    if (!isWanted()) return
    if (!file) return showToast('error', m.cover_failed())
    setChosen({ file, title: drawnTitle, palette })
    onPick(file)
  }
  const chooseByItself = useEffectEvent(choose)
  const firstPalette = isMissing ? getOfferedPalettes(trimmedTitle)[0] : undefined
  const nextPalette = isOutdated ? current.palette : firstPalette
  useEffect(() => {
    if (nextPalette === undefined) return undefined
    // A cover that the seller chooses while this one is being drawn is kept.
    let isWanted = true
    const draw = () => void chooseByItself(trimmedTitle, nextPalette, () => isWanted)
    const timer = setTimeout(draw, REDRAW_MS)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [trimmedTitle, nextPalette])

  if (image && !current) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="text-small font-semibold">{m.cover_none()}</legend>
      {trimmedTitle === '' ? (
        <p className="text-small text-soft">{m.cover_needs_name()}</p>
      ) : (
        <div className="flex flex-wrap gap-3">
          {getOfferedPalettes(trimmedTitle).map((palette, index) => (
            <div
              key={palette}
              className={cx(
                'relative w-[5.5rem] rounded-[14px] border-[3px] p-1 transition',
                current?.palette === palette
                  ? 'border-jade'
                  : 'border-transparent hover:border-edge',
              )}
            >
              <DrawnCover title={trimmedTitle} palette={palette} />
              {/* The button has a name of its own, and not the text of the drawing. */}
              <button
                type="button"
                aria-pressed={current?.palette === palette}
                aria-label={m.cover_use({ number: index + 1 })}
                onClick={() => void choose(trimmedTitle, palette)}
                className="absolute inset-0 rounded-[11px]"
              />
            </div>
          ))}
        </div>
      )}
    </fieldset>
  )
}
