import * as m from '#messages'

/** @param html the text as `renderProductText` returns it, and the samples as `renderSamples` does */
export function ProductDescription({ html }: { html: string }) {
  return (
    <section aria-labelledby="about" className="min-w-0">
      <h2 id="about" className="text-[1.3rem]">
        {m.product_about()}
      </h2>
      <div className="formatted-text mt-4" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
