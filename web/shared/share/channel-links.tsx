import { CHANNELS, withChannel } from '#contract/orders/touches.ts'
import * as m from '#messages'
import { sourceText } from '#messages/sources'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'

/** Gives a seller a link for each network, by which the sales tell how much the network brought. */
export function ChannelLinks({ url }: { url: string }) {
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-2 text-small font-[650] text-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        {m.channel_links()}
        <ChevronDown aria-hidden size={17} className="transition group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid gap-3">
        <p className="text-small text-soft">{m.channel_links_text()}</p>
        <ul aria-label={m.channel_links_copy()} className="flex flex-wrap gap-2.5">
          {CHANNELS.map(channel => {
            const link = withChannel(url, channel)
            const name = sourceText(channel)
            return (
              <li key={channel}>
                <CopyButton
                  size="small"
                  text={link}
                  label={name}
                  copiedLabel={m.copied()}
                  onFail={() => showToast('error', m.dash_copy_failed({ link }))}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </details>
  )
}
