import { lazy, Suspense, useState } from 'react'
import * as m from '#messages'
import { Button } from '#web/ui/actions/button.tsx'
import { CopyButton } from '#web/ui/actions/copy-button.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/toasts/toast.ts'
import { QrCode as QrIcon } from '#web/ui/icons/qr-code.tsx'
import { Share2 } from '#web/ui/icons/share-2.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { buildShareLinks } from './share-links.ts'
import { persistently } from '#web/ui/load-code.ts'

const QrCode = lazy(persistently(() => import('./qr-code.tsx')))

/**
 * Shows a link with ways to share it: by copying, WhatsApp, X, Facebook, a QR code, and the dialog of the device where
 * the browser has one.
 */
export function SharePanel({
  url,
  text,
  fileName,
}: {
  url: string
  /** The text before the link in a shared message. */
  text: string
  /** The file name of the saved QR code, without extension. */
  fileName: string
}) {
  const [isQrShown, setIsQrShown] = useState(false)
  return (
    <div className="grid min-w-0 gap-5">
      <p className="rounded-field border border-line bg-tint/60 px-3.5 py-3 text-small break-all select-all">
        {url}
      </p>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton
          size="small"
          text={url}
          label={m.share_copy()}
          copiedLabel={m.copied()}
          onFail={() => showToast('error', m.dash_copy_failed({ link: url }))}
        />
        {buildShareLinks(url, text).map(({ network, href }) => (
          <a
            key={network}
            href={href}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center rounded-full border-[1.5px] border-edge/60 px-4 text-small font-[650] transition hover:border-ink hover:bg-tint"
          >
            <span className="sr-only">{m.share_on()} </span>
            {network}
          </a>
        ))}
        <NativeShareButton url={url} text={text} />
        <Button
          kind="ghost"
          size="small"
          aria-expanded={isQrShown}
          icon={<QrIcon aria-hidden size={17} />}
          onClick={() => setIsQrShown(open => !open)}
        >
          {m.share_qr()}
        </Button>
      </div>
      {isQrShown && (
        <Suspense fallback={<Skeleton className="size-44" />}>
          <QrCode url={url} fileName={fileName} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * A button that opens the share dialog of the device. Where the browser has none, or refuses it, there is no button.
 */
function NativeShareButton({ url, text }: { url: string; text: string }) {
  const isHydrated = useHydrated()
  const [isRefused, setIsRefused] = useState(false)
  if (!isHydrated || isRefused || !('share' in navigator)) return null
  const share = () =>
    navigator.share({ title: text, url }).catch((error: unknown) => {
      // An AbortError says that the visitor closed the dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setIsRefused(true)
    })
  return (
    <Button
      kind="ghost"
      size="small"
      icon={<Share2 aria-hidden size={17} />}
      onClick={() => void share()}
    >
      {m.share_native()}
    </Button>
  )
}
