import type { ReactNode } from 'react'
import { Asleep, later } from '../../ui/later.tsx'
import { Awning } from '../../ui/brand/awning.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Content, SkipLink } from './content.tsx'
import { Opening } from './opening.tsx'

const HelpButton = later(() => import('../help/help-button.tsx').then(module => module.HelpButton))

/** The frame of the public pages with the navigation bar: awning, header, content, footer. */
export function PublicShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Awning />
      <Asleep>
        <Header />
      </Asleep>
      <Content>{children}</Content>
      <Asleep>
        <Footer />
        <Opening />
      </Asleep>
      <HelpButton />
    </div>
  )
}
