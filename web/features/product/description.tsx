import * as m from '#messages'
import { paragraphs } from './paragraphs.ts'

/** The seller's own words. */
export function Description({ text }: { text: string }) {
  return (
    <section aria-labelledby="about" className="min-w-0">
      <h2 id="about" className="text-[1.3rem]">
        {m.product_about()}
      </h2>
      <div className="mt-4 grid max-w-[38em] grid-cols-1 gap-6 break-words">
        {paragraphs(text).map((part, index) => (
          <p key={index} className="min-w-0 whitespace-pre-line">
            {part}
          </p>
        ))}
      </div>
    </section>
  )
}
