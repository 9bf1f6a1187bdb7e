import { useId, type ReactNode } from 'react'

/** A section of a drawer with a heading. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id={id} className="text-h3">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** A row of a description list. `strong` emphasizes a row that contains a sum. */
export function DescriptionRow({
  name,
  strong = false,
  children,
}: {
  name: string
  strong?: boolean
  children: ReactNode
}) {
  return (
    <div
      className={
        strong
          ? 'flex justify-between gap-4 border-t border-line pt-2 font-semibold'
          : 'flex justify-between gap-4'
      }
    >
      <dt className={strong ? '' : 'text-soft'}>{name}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  )
}
