import type { ReactNode } from 'react'
import { Link } from 'react-router'
import * as m from '#messages'
import { paths } from '../paths.ts'
import { useSiteSettings } from '../shared/site.ts'
import { Brand } from '../ui/brand/brand-mark.tsx'
import { LanguageLink, ThemeToggle } from './language-theme-toggles.tsx'

const linkClasses =
  'inline-flex min-h-11 min-w-11 items-center text-soft transition hover:text-ink hover:underline'

function Column({
  title,
  className,
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={className}>
      <h2 className="mb-2 text-small font-bold tracking-normal">{title}</h2>
      <ul className="grid text-small">{children}</ul>
    </div>
  )
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link to={to} className={linkClasses}>
        {children}
      </Link>
    </li>
  )
}

/**
 * The footer of every page. It begins with the withdrawal button, as Argentine law asks for. Terms and privacy policy
 * are documents that open in a new tab.
 */
export function Footer() {
  const { brand, termsUrl, privacyUrl } = useSiteSettings()
  return (
    <footer className="mt-auto border-t border-line bg-tint/55">
      <p className="wrap pt-6">
        <Link to={paths.withdrawal()} className={`${linkClasses} font-bold underline`}>
          {m.withdrawal_title()}
        </Link>
      </p>
      <div className="wrap grid grid-cols-2 gap-x-8 gap-y-9 py-12 sm:grid-cols-3 lg:grid-cols-[1.7fr_1fr_1fr_1.2fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <Brand name={brand} />
          <p className="mt-3 max-w-xs text-small text-soft">{m.footer_tagline()}</p>
        </div>
        <Column title={m.footer_buy()}>
          <FooterLink to={paths.explore()}>{m.nav_explore()}</FooterLink>
          <FooterLink to={paths.myOrders()}>{m.footer_order()}</FooterLink>
          <FooterLink to={paths.help()}>{m.nav_help()}</FooterLink>
        </Column>
        <Column title={m.footer_sell()}>
          <FooterLink to="/#como-funciona">{m.footer_how()}</FooterLink>
          <FooterLink to={paths.register()}>{m.nav_register()}</FooterLink>
          <FooterLink to={paths.faq()}>{m.nav_faq()}</FooterLink>
        </Column>
        <Column title={m.footer_legal()} className="max-sm:col-span-2">
          <li>
            <a href={termsUrl} target="_blank" rel="noopener" className={linkClasses}>
              {m.footer_terms()}
            </a>
          </li>
          <li>
            <a href={privacyUrl} target="_blank" rel="noopener" className={linkClasses}>
              {m.footer_privacy()}
            </a>
          </li>
          <FooterLink to={paths.accessibility()}>{m.accessibility_title()}</FooterLink>
        </Column>
      </div>
      <div className="border-t border-line">
        <div className="wrap flex flex-wrap items-center justify-between gap-2 py-3 text-small text-soft">
          <span>{m.footer_copyright({ brand })}</span>
          <span className="flex items-center gap-1">
            <LanguageLink />
            <ThemeToggle />
          </span>
        </div>
      </div>
    </footer>
  )
}
