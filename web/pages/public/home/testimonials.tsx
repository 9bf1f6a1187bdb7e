import { Link } from 'react-router'
import type { Testimonial } from '#contract/admin/testimonials.ts'
import * as m from '#messages'
import { getLocale } from '#messages/runtime'
import { paths } from '#web/paths.ts'
import { DrawnCover } from '#web/ui/catalog/drawn-cover.tsx'
import { cx } from '#web/ui/cx.ts'
import { Chip } from '#web/ui/surfaces/chip.tsx'
import { useRotation } from '#web/ui/use-rotation.ts'
import { Pause } from '#web/ui/icons/pause.tsx'
import { Play } from '#web/ui/icons/play.tsx'

/** The milliseconds for which each testimonial is shown. Source: specification, constants. */
const ROTATION_MS = 6000

/** Shows one testimonial at a time. The hidden ones take up space too, so that a change does not shift the page. */
export function Testimonials({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const rotation = useRotation(testimonials.length, ROTATION_MS)
  const { index, ariaLive, pauseHandlers } = rotation
  const hasSeveral = testimonials.length > 1
  return (
    <section
      aria-labelledby="voices"
      {...(hasSeveral && { 'aria-roledescription': m.carousel(), ...pauseHandlers })}
      className="wrap pt-16 lg:pt-24"
    >
      <h2 id="voices" className="text-h2">
        {m.home_voices()}
      </h2>
      <div className="mt-8 grid" aria-live={ariaLive}>
        {testimonials.map((testimonial, position) => (
          <TestimonialFigure
            key={testimonial.id}
            testimonial={testimonial}
            isShown={position === index}
          />
        ))}
      </div>
      {hasSeveral && <Controls testimonials={testimonials} {...rotation} />}
    </section>
  )
}

function TestimonialFigure({
  testimonial,
  isShown,
}: {
  testimonial: Testimonial
  isShown: boolean
}) {
  const { quote, name, trade, username, language, isSample } = testimonial
  return (
    <figure
      inert={!isShown}
      lang={language === getLocale() ? undefined : language}
      className={cx(
        'col-start-1 row-start-1 grid items-center gap-x-12 gap-y-6 transition duration-250 sm:grid-cols-[200px_1fr]',
        isShown ? 'opacity-100' : 'pointer-events-none opacity-0',
      )}
    >
      <DrawnCover title={trade} className="hidden rotate-[-3deg] shadow-lift sm:block" />
      <div className="min-w-0">
        <blockquote className="font-display text-[clamp(1.35rem,2.8vw,2.1rem)] leading-[1.22] font-[600] tracking-[-0.015em] text-balance break-words">
          <p>“{quote}”</p>
        </blockquote>
        <figcaption className="mt-5">
          <b className="font-[650]">{name}</b>
          <span className="block text-small text-soft">
            <span>{trade}</span>
            {username && (
              <span>
                {' · '}
                <Link
                  to={paths.profile(username)}
                  className="link -my-2 inline-flex min-h-11 items-center"
                >
                  @{username}
                </Link>
              </span>
            )}
          </span>
          {isSample && (
            <span lang={getLocale()} className="mt-2 flex flex-wrap items-center gap-2">
              <Chip tone="warn">{m.home_voices_sample()}</Chip>
              <span className="text-tiny text-soft">{m.home_voices_sample_text()}</span>
            </span>
          )}
        </figcaption>
      </div>
    </figure>
  )
}

function Controls({
  testimonials,
  index,
  goTo,
  isPaused,
  togglePause,
}: { testimonials: readonly Testimonial[] } & ReturnType<typeof useRotation>) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-0.5 sm:ml-[248px]">
      {testimonials.map(({ id }, position) => (
        <button
          key={id}
          type="button"
          aria-label={m.home_voices_go({ number: position + 1 })}
          aria-current={position === index || undefined}
          onClick={() => goTo(position)}
          className="group grid h-touch w-11 place-items-center rounded-field first:-ml-1.5"
        >
          <span
            className={cx(
              'h-2.5 rounded-full transition-all',
              position === index ? 'w-7 bg-awning' : 'w-2.5 bg-edge group-hover:bg-ink',
            )}
          />
        </button>
      ))}
      <button
        type="button"
        aria-label={isPaused ? m.home_voices_play() : m.home_voices_pause()}
        onClick={togglePause}
        className="ml-1 grid size-touch place-items-center rounded-full text-soft transition hover:bg-tint hover:text-ink"
      >
        {isPaused ? <Play aria-hidden size={18} /> : <Pause aria-hidden size={18} />}
      </button>
    </div>
  )
}
