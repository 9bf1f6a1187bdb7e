import * as m from '#messages'
import { otherLocale } from '../../i18n/locale.ts'
import { IconButton } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { LINES, LineIcon } from '../../ui/line-icon.tsx'
import { chooseTheme, useTheme, type Theme } from '../../ui/theme.ts'

/**
 * This page in the other language. The link is relative and the same for everyone; what else the
 * address holds is added when it is followed.
 */
export function LanguageSwitch({ className }: { className?: string }) {
  const other = otherLocale()
  return (
    <a
      href={`?lang=${other}`}
      hrefLang={other}
      lang={other}
      onClick={event => {
        const here = new URL(location.href)
        here.searchParams.set('lang', other)
        event.currentTarget.href = here.href
      }}
      className={cx(
        'inline-flex min-h-touch items-center gap-2 rounded-full px-3 font-[550] text-soft transition hover:bg-tint hover:text-ink',
        className,
      )}
    >
      <LineIcon d={LINES.languages} size={18} />
      {m.language_switch()}
    </a>
  )
}

const turns: Record<Theme, { next: Theme; label: () => string; line: string }> = {
  system: { next: 'light', label: m.theme_system, line: LINES.monitor },
  light: { next: 'dark', label: m.theme_light, line: LINES.sun },
  dark: { next: 'system', label: m.theme_dark, line: LINES.moon },
}

/** One button through the system's theme, light and dark. */
export function ThemeSwitch({ onChoose }: { onChoose?: (theme: Theme) => void }) {
  const { next, label, line } = turns[useTheme()]
  return (
    <IconButton
      label={label()}
      onClick={() => {
        chooseTheme(next)
        onChoose?.(next)
      }}
      className="text-soft hover:text-ink"
    >
      <LineIcon d={line} size={19} />
    </IconButton>
  )
}
