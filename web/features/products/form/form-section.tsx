import type { ReactNode } from 'react'
import { Card } from '#web/ui/surfaces/card.tsx'

/** A group of form fields under a heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card panel className="min-w-0">
      <fieldset className="grid min-w-0 gap-5">
        <legend className="mb-5 font-display text-[1.35rem] leading-tight font-bold tracking-[-0.02em]">
          {title}
        </legend>
        {children}
      </fieldset>
    </Card>
  )
}
