import * as m from '#messages'
import type { savePreference } from '../features/accounts/save-preference.ts'
import { getOtherLocale } from '../i18n/locale.ts'
import { IconButton } from '../ui/actions/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { chooseTheme, useTheme, type Theme } from '../ui/theme.ts'

const ICON_PATHS = {
  languages: 'm5 8 6 6M4 14l6-6 2-3M2 5h12M7 2h1M22 22l-5-10-5 10M14 18h6',
  monitor: 'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM8 21h8M12 17v4',
  moon: 'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0M12 2v2M12 20v2m-7.07-17.07 1.41 1.41m11.32 11.32 1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
}

const isSignedIn = () => document.documentElement.hasAttribute('data-signed-in')

/**
 * Saves the chosen language or theme to the account of a signed-in user. If saving fails, the choice still applies on
 * this device.
 */
const saveToAccount = (choice: Parameters<typeof savePreference>[0]) =>
  import('../features/accounts/save-preference.ts')
    .then(module => module.savePreference(choice))
    .catch(() => undefined)

/**
 * A link to the current page in the other language. Its URL is relative, so that every cached page has the same one;
 * the page's other query parameters are added on the click.
 */
export function LanguageLink({
  compact = false,
}: {
  /** Hides the text of the link on phones. */
  compact?: boolean
}) {
  const other = getOtherLocale()
  return (
    <a
      href={`?lang=${other}`}
      hrefLang={other}
      lang={other}
      onClick={event => {
        const url = new URL(location.href)
        url.searchParams.set('lang', other)
        event.currentTarget.href = url.href
        const { metaKey, ctrlKey, shiftKey } = event
        if (!isSignedIn() || metaKey || ctrlKey || shiftKey) return
        event.preventDefault()
        const languagePreference = other === 'en' ? 'EN' : 'SPA'
        void saveToAccount({ languagePreference }).finally(() => location.assign(url))
      }}
      className="inline-flex min-h-touch min-w-touch items-center justify-center gap-2 rounded-full px-3 font-[550] text-soft transition hover:bg-tint hover:text-ink"
    >
      <Icon size={18}>
        <path d={ICON_PATHS.languages} />
      </Icon>
      <span className={cx(compact && 'max-sm:sr-only')}>{m.language_switch()}</span>
    </a>
  )
}

const THEME_CYCLE: Record<Theme, { next: Theme; label: () => string; line: string }> = {
  system: { next: 'light', label: m.theme_system, line: ICON_PATHS.monitor },
  light: { next: 'dark', label: m.theme_light, line: ICON_PATHS.sun },
  dark: { next: 'system', label: m.theme_dark, line: ICON_PATHS.moon },
}

/** A button that cycles through the system, light and dark themes. */
export function ThemeToggle() {
  const { next, label, line } = THEME_CYCLE[useTheme()]
  return (
    <IconButton
      label={label()}
      onClick={() => {
        chooseTheme(next)
        if (isSignedIn()) void saveToAccount({ themePreference: next })
      }}
      className="text-soft hover:text-ink"
    >
      <Icon size={19}>
        <path d={line} />
      </Icon>
    </IconButton>
  )
}

/** The language and theme toggles in a row, for narrow headers. */
export function LanguageAndThemeToggles() {
  return (
    <>
      <LanguageLink compact />
      {/* On very narrow screens the theme toggle has no room beside the brand; the footer contains it too. */}
      <span className="max-[22.4rem]:hidden">
        <ThemeToggle />
      </span>
    </>
  )
}
