import { useEffect, useState } from 'react'
import * as m from '#messages'
import { useSiteSettings } from '#web/shared/site.ts'
import { Spinner } from '#web/ui/actions/spinner.tsx'
import { ContactForm } from './contact-form.tsx'

/**
 * The time in milliseconds after which an iframe that has not loaded counts as failed, because iframes report no
 * failure.
 */
const LOAD_TIMEOUT_MS = 4000

/**
 * Shows the support chat with the contact form below it. If the installation has no chat, or the chat does not load,
 * only the form is shown.
 */
export function HelpPanel() {
  const { features } = useSiteSettings()
  const { chatUrl } = features
  const [state, setState] = useState<'waiting' | 'loaded' | 'failed'>('waiting')
  useEffect(() => {
    if (!chatUrl || state !== 'waiting') return undefined
    const timer = setTimeout(() => setState('failed'), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [chatUrl, state])

  if (!chatUrl || state === 'failed') return <ContactForm />
  return (
    <div className="grid gap-5">
      <div className="relative h-[26rem] overflow-hidden rounded-card border border-line bg-tint">
        {state === 'waiting' && (
          <output className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-soft">
            <Spinner className="size-7" />
            {m.help_chat_loading()}
          </output>
        )}
        <iframe
          src={chatUrl}
          title={m.help_chat()}
          // The frame is from another origin, so it cannot access this page.
          // oxlint-disable-next-line react/iframe-missing-sandbox
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          onLoad={() => setState('loaded')}
          className="relative size-full"
        />
      </div>
      <details className="rounded-card border border-line px-5">
        <summary className="cursor-pointer py-4 font-[650]">{m.help_write()}</summary>
        <div className="pb-5">
          <ContactForm />
        </div>
      </details>
    </div>
  )
}
