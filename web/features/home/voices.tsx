import { Pause, Play } from 'lucide-react'
import * as m from '#messages'
import { cx } from '../../ui/cx.ts'
import { useRotation } from '../../ui/use-rotation.ts'
import { DrawnCover } from '../../ui/catalogue/drawn-cover.tsx'

/** Source: specification, constants. */
const EVERY_MS = 6000

const voices = () => [
  {
    text: m.home_voice1(),
    name: m.home_voice1_name(),
    trade: m.home_voice1_trade(),
    cover: { title: m.home_cover1(), palette: 0, motif: 'sun' },
  },
  {
    text: m.home_voice2(),
    name: m.home_voice2_name(),
    trade: m.home_voice2_trade(),
    cover: { title: m.home_cover2(), palette: 1, motif: 'bars' },
  },
  {
    text: m.home_voice3(),
    name: m.home_voice3_name(),
    trade: m.home_voice3_trade(),
    cover: { title: m.home_cover5(), palette: 4, motif: 'rings' },
  },
]

/** What sellers say, one at a time; all three keep their place, so nothing moves as they change. */
export function Voices() {
  const all = voices()
  const { index, goTo, paused, toggle, hold } = useRotation(all.length, EVERY_MS)
  return (
    <section
      aria-labelledby="voices"
      aria-roledescription="carousel"
      {...hold}
      className="wrap py-16 lg:py-24"
    >
      <h2 id="voices" className="text-h2">
        {m.home_voices()}
      </h2>
      <div className="mt-8 grid" aria-live={paused ? 'polite' : 'off'}>
        {all.map(({ text, name, trade, cover }, place) => (
          <figure
            key={name}
            inert={place !== index}
            className={cx(
              'col-start-1 row-start-1 grid items-center gap-x-12 gap-y-6 transition duration-250 sm:grid-cols-[200px_1fr]',
              place === index ? 'opacity-100' : 'pointer-events-none opacity-0',
            )}
          >
            <DrawnCover {...cover} className="hidden rotate-[-3deg] shadow-lift sm:block" />
            <div>
              <blockquote className="font-display text-[clamp(1.35rem,2.8vw,2.1rem)] leading-[1.22] font-[600] tracking-[-0.015em] text-balance">
                <p>“{text}”</p>
              </blockquote>
              <figcaption className="mt-5">
                <b className="font-[650]">{name}</b>
                <span className="block text-small text-soft">{trade}</span>
              </figcaption>
            </div>
          </figure>
        ))}
      </div>
      <div className="mt-6 flex items-center gap-0.5 sm:ml-[248px]">
        {all.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            aria-label={m.home_voices_go({ number: place + 1 })}
            aria-current={place === index || undefined}
            onClick={() => goTo(place)}
            className="group grid h-touch w-9 place-items-center rounded-field first:-ml-1.5"
          >
            <span
              className={cx(
                'h-2.5 rounded-full transition-all',
                place === index ? 'w-7 bg-awning' : 'w-2.5 bg-edge group-hover:bg-ink',
              )}
            />
          </button>
        ))}
        <button
          type="button"
          aria-label={paused ? m.home_voices_play() : m.home_voices_pause()}
          onClick={toggle}
          className="ml-1 grid size-touch place-items-center rounded-full text-soft transition hover:bg-tint hover:text-ink"
        >
          {paused ? <Play aria-hidden size={18} /> : <Pause aria-hidden size={18} />}
        </button>
      </div>
    </section>
  )
}
