import type { ReactNode } from 'react'
import * as m from '#messages'
import { Card } from '#web/ui/surfaces/card.tsx'
import { Check } from '#web/ui/icons/check.tsx'
import { Poster, type PosterName } from './posters.tsx'

/** Shows a form in a card and, on large screens, a poster beside it. */
export function AuthPage({
  title,
  lead,
  poster,
  slogan,
  points = [],
  children,
  footer,
}: {
  title: string
  lead: string
  poster: PosterName
  slogan: string
  /** Arguments for the marketplace, shown below the slogan. */
  points?: readonly string[]
  children: ReactNode
  /** The link below the card to the related page, for example from login to register. */
  footer: ReactNode
}) {
  return (
    <div className="wrap grid items-start gap-x-14 gap-y-8 pt-2 pb-16 lg:grid-cols-[minmax(0,31rem)_minmax(0,1fr)] lg:pt-6 lg:pb-24">
      <div className="mx-auto w-full max-w-[31rem]">
        <Card panel>
          <h1 className="text-title">{title}</h1>
          <p className="mt-3 text-soft">{lead}</p>
          <div className="mt-7 grid gap-5">{children}</div>
        </Card>
        <p className="mt-4 flex flex-wrap items-center justify-center gap-x-2 text-soft">
          {footer}
        </p>
      </div>
      <Poster name={poster}>
        <p className="font-display text-[1.9rem] leading-[1.1] font-bold tracking-[-0.02em] text-balance">
          {slogan}
        </p>
        {points.length > 0 && (
          <ul className="grid gap-2.5">
            {points.map(point => (
              <li key={point} className="flex items-center gap-3 font-[560]">
                <Check aria-hidden size={19} strokeWidth={3} className="shrink-0" />
                {point}
              </li>
            ))}
          </ul>
        )}
      </Poster>
    </div>
  )
}

/** The arguments for the marketplace on the login and register pages. */
export const getSellingPoints = (): string[] => [m.home_point1(), m.home_point2(), m.home_point3()]
