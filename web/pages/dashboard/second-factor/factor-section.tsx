import type { ReactNode } from 'react'
import { Card } from '#web/ui/surfaces/card.tsx'

/** A section of the page with a heading, an explanation and a card. */
export function FactorSection({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div>
        <h2 id={id} className="text-[1.35rem]">
          {title}
        </h2>
        <p className="mt-2 max-w-[36em] text-soft">{text}</p>
      </div>
      <Card panel className="grid justify-items-start gap-5">
        {children}
      </Card>
    </section>
  )
}
