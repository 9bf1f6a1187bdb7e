import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A group of components under a heading. */
export function SampleGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-6">
      <h2 className="border-b border-line pb-3 text-h2">{title}</h2>
      {children}
    </div>
  )
}

/** Shows one component in one or more states. */
export function ComponentSample({
  name,
  row = false,
  children,
}: {
  name: string
  row?: boolean
  children: ReactNode
}) {
  return (
    <div className="grid min-w-0 gap-2.5">
      <h3 className="font-sans text-tiny font-semibold tracking-normal text-soft">{name}</h3>
      <div className={cx(row ? 'flex flex-wrap items-center gap-3' : 'grid min-w-0 gap-4')}>
        {children}
      </div>
    </div>
  )
}
