import { useEffect, useRef } from 'react'
import { chooseTheme, currentTheme } from '#web/ui/theme.ts'

/**
 * Applies the theme of the account once, if this device shows another one. An account without a chosen theme leaves
 * the device's theme unchanged.
 */
export function useKeptTheme(preferred: string | null | undefined): void {
  const done = useRef(false)
  useEffect(() => {
    if (done.current) return
    done.current = true
    const chosen = preferred === 'light' || preferred === 'dark' ? preferred : undefined
    if (chosen && chosen !== currentTheme()) chooseTheme(chosen)
  }, [preferred])
}
