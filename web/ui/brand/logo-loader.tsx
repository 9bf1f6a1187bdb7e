import { BrandMark } from './brand-mark.tsx'

/** A full-screen wait: the mark with its door glowing. `label` is read out, not shown. */
export function LogoLoader({ label }: { label: string }) {
  return (
    <output className="grid min-h-dvh place-items-center bg-paper">
      <BrandMark lit className="size-20" />
      <span className="sr-only">{label}</span>
    </output>
  )
}
