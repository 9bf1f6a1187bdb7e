import { useEffect, useRef } from 'react'
import { chooseTheme, getCurrentTheme } from '#web/ui/theme.ts'

/**
 * Applies the theme that the account has saved, once, if this device shows another one. If the account has none, the
 * device keeps its theme.
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
