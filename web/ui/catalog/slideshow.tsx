import { type KeyboardEvent, type TouchEvent, useRef } from 'react'
import { ChevronLeft } from '#web/ui/icons/chevron-left.tsx'
import { ChevronRight } from '#web/ui/icons/chevron-right.tsx'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'
import { cx } from '../cx.ts'
import { useRotation } from '../use-rotation.ts'

/** The milliseconds for which each image is shown. Source: specification, image slideshow. */
const ROTATION_MS = 3000
/** The pixels that a finger moves to the side before it is a swipe. */
const SWIPE_PX = 40
/** With more images than this, their squares do not fit into a phone, which shows a count in their place. */
const MAX_PHONE_SQUARES = 6

export interface SlideshowLabels {
  /** The accessible name of the slideshow. */
  region: string
  /** The role description, such as "carousel". */
  carousel: string
  previous: string
  next: string
  /** Returns the accessible name of the image with a number, counted from 1. */
  slide: (number: number) => string
  goTo: (number: number) => string
  pause: string
  play: string
}

/**
 * Shows images one after the other, 400 px high. They change every three seconds, and pause while the pointer or the
 * focus is on them. A press on the left half, a swipe to the right and the left arrow key go back; the right half, a
 * swipe to the left and the right arrow key go forward; and each square jumps to one image. A single image has no
 * controls.
 */
export function Slideshow({ images, labels }: { images: string[]; labels: SlideshowLabels }) {
  const { index, from, goTo, isPaused, togglePause, ariaLive, pauseHandlers } = useRotation(
    images.length,
    ROTATION_MS,
  )
  const hasSeveral = images.length > 1
  const hasManySquares = images.length > MAX_PHONE_SQUARES
  const swipe = useSwipe(steps => goTo(index + steps))
  const isNear = (imageIndex: number) =>
    [from, index, (index + 1) % images.length].includes(imageIndex)
  const halfClasses =
    'group/half absolute inset-y-0 flex w-1/2 items-center focus-visible:outline-offset-[-6px]'
  const arrowClasses =
    'grid size-11 place-items-center rounded-full bg-card/85 text-ink opacity-0 shadow-soft transition pointer-coarse:opacity-100 group-hover/half:opacity-100 group-focus-visible/half:opacity-100'

  return (
    <section
      aria-roledescription={labels.carousel}
      aria-label={labels.region}
      {...pauseHandlers}
      {...(hasSeveral && {
        ...swipe,
        onKeyDown: ({ key }: KeyboardEvent) => {
          if (key === 'ArrowLeft') goTo(index - 1)
          else if (key === 'ArrowRight') goTo(index + 1)
        },
      })}
      className="relative h-[400px] touch-pan-y overflow-hidden rounded-card bg-tint"
    >
      <div aria-live={hasSeveral ? ariaLive : undefined}>
        {images.map((image, imageIndex) => (
          <img
            key={image}
            // Browsers load no lazy image that takes no room, so that visitors load the next image but not all.
            loading="lazy"
            src={image}
            alt={labels.slide(imageIndex + 1)}
            aria-hidden={imageIndex !== index}
            draggable={false}
            className={cx(
              'absolute inset-0 size-full object-contain',
              !isNear(imageIndex) && 'hidden',
              imageIndex === index && index !== from && 'animate-slide-in',
              imageIndex !== index && (imageIndex === from ? 'animate-slide-out' : 'invisible'),
            )}
          />
        ))}
      </div>
      {hasSeveral && (
        <>
          <button
            type="button"
            aria-label={labels.previous}
            onClick={() => goTo(index - 1)}
            className={cx(halfClasses, 'left-0 justify-start pl-3')}
          >
            <span className={arrowClasses}>
              <ChevronLeft aria-hidden size={22} />
            </span>
          </button>
          <button
            type="button"
            aria-label={labels.next}
            onClick={() => goTo(index + 1)}
            className={cx(halfClasses, 'right-0 justify-end pr-3')}
          >
            <span className={arrowClasses}>
              <ChevronRight aria-hidden size={22} />
            </span>
          </button>
          <div className="absolute inset-x-0 bottom-2 mx-auto flex w-max max-w-full items-center rounded-full bg-card/85 px-2">
            {images.map((image, imageIndex) => (
              <button
                key={image}
                type="button"
                aria-label={labels.goTo(imageIndex + 1)}
                aria-current={imageIndex === index || undefined}
                onClick={() => goTo(imageIndex)}
                className={cx(
                  'group/dot grid size-11 place-items-center rounded-field',
                  hasManySquares && 'max-sm:hidden',
                )}
              >
                <span
                  className={cx(
                    'size-3.5 rounded-[3px] border-2',
                    imageIndex === index
                      ? 'border-[#fff] bg-[#1e1916] shadow-[0_0_0_1px_#1e1916]'
                      : 'border-edge bg-card group-hover/dot:border-ink',
                  )}
                />
              </button>
            ))}
            {hasManySquares && (
              <span aria-hidden className="figures pl-3 text-small font-semibold sm:hidden">
                {index + 1} / {images.length}
              </span>
            )}
            <button
              type="button"
              aria-label={isPaused ? labels.play : labels.pause}
              onClick={togglePause}
              className="grid size-11 place-items-center rounded-full text-ink"
            >
              {isPaused ? <Play aria-hidden size={16} /> : <Pause aria-hidden size={16} />}
            </button>
          </div>
        </>
      )}
    </section>
  )
}

/** Returns the touch handlers of an element that is swiped to the side. `onSwipe` gets 1 for the next item, or -1. */
function useSwipe(onSwipe: (steps: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.item(0)
      // Two fingers zoom.
      const isSingle = touches.length === 1
      start.current = isSingle ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches.item(0)
      if (!start.current) return
      const x = touch.clientX - start.current.x
      const y = touch.clientY - start.current.y
      start.current = undefined
      if (Math.abs(x) >= SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
