import * as m from '#messages'
import { Share2 } from '#web/ui/icons/share-2.tsx'
import { SharePanel } from './share-panel.tsx'

/** A button that opens the ways to share a public page. It opens, and its links work, without a script. */
export function ShareControl(page: Parameters<typeof SharePanel>[0]) {
  return (
    <details className="min-w-0 open:basis-full">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-small font-[650] text-soft hover:text-ink">
        <Share2 aria-hidden size={17} />
        {m.share_open()}
      </summary>
      <div className="mt-1 rounded-panel border border-line bg-card p-4">
        <SharePanel {...page} />
      </div>
    </details>
  )
}
