import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonKind, type ButtonSize } from './button.tsx'

/** How long `copiedLabel` is shown. Source: specification, constants. */
const COPIED_MS = 2000

/** Copies `text` and shows `copiedLabel` for two seconds. Calls `onFail` if the browser refuses. */
export function CopyButton({
  text,
  label,
  copiedLabel,
  onFail,
  onCopy,
  kind = 'ghost',
  size,
}: {
  text: string
  label: string
  copiedLabel: string
  onFail?: () => void
  onCopy?: () => void
  kind?: ButtonKind
  size?: ButtonSize
}) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      onCopy?.()
    } catch {
      onFail?.()
    }
  }

  return (
    <>
      <Button
        kind={kind}
        size={size}
        onClick={() => void copy()}
        icon={isCopied ? <Check aria-hidden size={18} /> : <Copy aria-hidden size={18} />}
      >
        {isCopied ? copiedLabel : label}
      </Button>
      <output className="sr-only">{isCopied && copiedLabel}</output>
    </>
  )
}
