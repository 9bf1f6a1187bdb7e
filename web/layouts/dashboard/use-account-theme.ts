import { useEffect, useRef } from 'react'
import { chooseTheme, getCurrentTheme } from '#web/ui/theme.ts'

/**
 * Applies the theme of the account once, if this device shows another one. An account without a chosen theme leaves
 * the device's theme unchanged.
 */
export function useAccountTheme(preferred: string | null | undefined): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    const accountTheme = preferred === 'light' || preferred === 'dark' ? preferred : undefined
    if (accountTheme && accountTheme !== getCurrentTheme()) chooseTheme(accountTheme)
  }, [preferred])
}
