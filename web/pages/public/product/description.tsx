import * as m from '#messages'

export function ProductDescription({ text }: { text: string }) {
  return (
    <section aria-labelledby="about" className="min-w-0">
      <h2 id="about" className="text-[1.3rem]">
        {m.product_about()}
      </h2>
      <div className="mt-4 grid max-w-[38em] grid-cols-1 gap-6 break-words">
        {splitParagraphs(text).map((part, index) => (
          <p key={index} className="min-w-0 whitespace-pre-line">
            {part}
          </p>
        ))}
      </div>
    </section>
  )
}

/**
 * Splits a description into paragraphs, after each period at the end of a sentence and at blank lines. A period inside
 * a word or number (`v1.2`, `8.900`) does not end a sentence. Source: specification, public product page.
 */
export function splitParagraphs(description: string): string[] {
  return description
    .split(/(?<=\.)\s+|\n{2,}/)
    .map(part => part.trim())
    .filter(part => part !== '')
}
