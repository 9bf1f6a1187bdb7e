import { useEffect, useRef } from 'react'
import { chooseTheme, currentTheme } from '#web/ui/theme.ts'

/**
 * Shows the theme that the account prefers, once, on a device where another one shows. An account that has
 * none but the system's leaves the device's choice alone.
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
