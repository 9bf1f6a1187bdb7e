import type { ReactNode } from 'react'
import { Chip, type ChipTone } from '#web/ui/surfaces/chip.tsx'

/** A state of a file in a chip, with what there is to say about it. */
export function StateChip({
  tone = 'plain',
  label,
  children,
}: {
  tone?: ChipTone
  label: string
  children?: ReactNode
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Chip tone={tone}>{label}</Chip>
      {children && (
        <span className="min-w-0 text-small [overflow-wrap:anywhere] text-soft">{children}</span>
      )}
    </p>
  )
}
