import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const listeners = new Set<() => void>()

/** Returns the theme that was chosen on this device; `system` if none was chosen. */
export function getCurrentTheme(): Theme {
  const themeAttribute = document.documentElement.dataset.theme
  return themeAttribute === 'light' || themeAttribute === 'dark' ? themeAttribute : 'system'
}

/** Applies a theme and stores it in the cookie that the head script reads before the first paint. */
export function chooseTheme(theme: Theme) {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  const maxAgeSeconds = theme === 'system' ? 0 : 31_536_000
  // oxlint-disable-next-line unicorn/no-document-cookie -- the cookie store is not in every browser
  document.cookie = `theme=${theme}; path=/; max-age=${maxAgeSeconds}; samesite=lax`
  for (const notify of listeners) notify()
}

/**
 * Returns the current theme and follows its changes. On the server, whose pages are the same for every visitor, it is
 * `system`.
 */
export function useTheme(): Theme {
  return useSyncExternalStore(
    notify => {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
    getCurrentTheme,
    () => 'system',
  )
}
