import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

/** Tabs that hold the selected tab themselves, starting with `initial`, or are controlled by `value` and `onChange`. */
export function Tabs({
  label,
  tabs,
  initial,
  value,
  onChange,
}: {
  label: string
  tabs: { id: string; label: ReactNode; content: ReactNode }[]
  initial?: string
  value?: string
  onChange?: (id: string) => void
}) {
  return (
    <Base.Root
      defaultValue={initial ?? tabs[0]?.id}
      value={value}
      onValueChange={(next: unknown) => onChange?.(String(next))}
    >
      <Base.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map(tab => (
          <Base.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-touch border-b-[3px] border-transparent px-4 font-[550] whitespace-nowrap text-soft hover:text-ink focus-visible:outline-offset-[-4px] data-[active]:border-awning data-[active]:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.id} value={tab.id} className="pt-6">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
