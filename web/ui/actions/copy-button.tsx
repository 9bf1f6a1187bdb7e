import { useEffect, useState } from 'react'
import { Check } from '#web/ui/icons/check.tsx'
import { Copy } from '#web/ui/icons/copy.tsx'
import { Button, type ButtonKind, type ButtonSize } from './button.tsx'

/** The milliseconds for which `copiedLabel` is shown. Source: specification, constants. */
const COPIED_MS = 2000

/**
 * A button that copies `text` and shows `copiedLabel` for two seconds. It calls `onFail` if the browser refuses to
 * copy.
 */
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
