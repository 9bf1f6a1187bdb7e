import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from '#messages/runtime'

// The page was rendered in one language, and the client keeps using it.
overwriteGetLocale(() => (document.documentElement.lang === 'en' ? 'en' : 'es'))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
