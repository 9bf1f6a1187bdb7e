import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { overwriteGetLocale } from '#messages/runtime'

// The browser uses the language in which the server rendered the page.
overwriteGetLocale(() => (document.documentElement.lang === 'en' ? 'en' : 'es'))

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
