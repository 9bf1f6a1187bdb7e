import { useEffect, useState } from 'react'
import type { ProductDetail } from '#contract/storefront/product-page.ts'
import { type Video, buildPlayerUrl, buildVideoUrl } from '#contract/products/video.ts'
import * as m from '#messages'
import { useHydrated } from '#web/shared/use-hydrated.ts'
import { ExternalLink } from '#web/ui/icons/external-link.tsx'
import { Play } from '#web/ui/icons/play.tsx'

const PROVIDERS: Record<Video['provider'], string> = { youtube: 'YouTube', vimeo: 'Vimeo' }

/** The part of the state of the history that says that the video was opened before a reload. */
const OPENS_VIDEO = 'opensVideo'

/**
 * Shows a still with a button that puts the player of the provider in its place. Before it is pressed, nothing is
 * loaded from there, not even a picture. Without scripts it is a link to the video.
 */
export function ProductVideo({
  product: { name, imageFile },
  video,
}: {
  product: Pick<ProductDetail, 'name' | 'imageFile'>
  video: Video
}) {
  const provider = PROVIDERS[video.provider]
  const url = buildVideoUrl(video)
  const [isOpen, open] = usePlayer()
  return (
    <section aria-labelledby="video" className="min-w-0">
      <h2 id="video" className="text-[1.3rem]">
        {m.product_video()}
      </h2>
      <div className="relative mt-4 grid aspect-video place-items-center overflow-hidden rounded-panel bg-[#1e1916]">
        {isOpen ? (
          <iframe
            // What was pressed is gone, so the player gets the focus.
            ref={focusOnce}
            title={m.product_video_frame({ name, provider })}
            allow="fullscreen"
            // A player needs its scripts and its storage; its links to other windows stay closed.
            // The frame is from another origin, so it cannot access this page.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            sandbox="allow-scripts allow-same-origin allow-presentation"
            // YouTube refuses to play without the origin of the page.
            referrerPolicy="strict-origin"
            src={buildPlayerUrl(video)}
            className="absolute inset-0 size-full"
          />
        ) : (
          <>
            <img
              src={imageFile.replace('/960.webp', '/640.webp')}
              alt=""
              loading="lazy"
              className="absolute inset-0 size-full object-cover opacity-40"
            />
            <button
              type="button"
              aria-describedby="video-note"
              onClick={open}
              className="group absolute inset-0 grid place-items-center rounded-panel outline-offset-[-6px] noscript:hidden"
            >
              <PlaySign />
            </button>
            <noscript>
              <a
                href={url}
                rel="nofollow noreferrer"
                className="absolute inset-0 grid place-items-center"
              >
                <PlaySign />
              </a>
            </noscript>
          </>
        )}
      </div>
      <p
        id="video-note"
        className="mt-2 flex flex-wrap items-center justify-between gap-x-5 text-small text-soft"
      >
        {isOpen ? (
          <a
            href={url}
            target="_blank"
            rel="nofollow noreferrer"
            className="link inline-flex min-h-11 items-center gap-2"
          >
            {m.product_video_open({ provider })}
            <ExternalLink aria-hidden size={15} />
          </a>
        ) : (
          m.product_video_note({ provider })
        )}
      </p>
    </section>
  )
}

const PlaySign = () => (
  <span className="relative inline-flex min-h-touch items-center gap-2.5 rounded-full bg-[#fff] px-5 font-[650] text-[#1e1916] shadow-lift transition group-hover:brightness-[0.94]">
    <Play aria-hidden size={18} fill="currentColor" />
    {m.product_video_play()}
  </span>
)

const focusOnce = (frame: HTMLIFrameElement | null) => frame?.focus()

/**
 * Tells whether the player is open, and opens it. A browser keeps the content security policy of the first page that it
 * loaded. If that was another page, the policy has no players, so this one is loaded anew before.
 */
function usePlayer(): [isOpen: boolean, open: () => void] {
  const isHydrated = useHydrated()
  // What the server has rendered is a part of the first page.
  const [isOfFirstPage] = useState(!isHydrated)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const { [OPENS_VIDEO]: opensVideo, ...state } = Object(history.state) as Record<string, unknown>
    if (opensVideo !== true) return
    history.replaceState(state, '')
    setIsOpen(true)
  }, [])
  const open = () => {
    if (isOfFirstPage) return setIsOpen(true)
    history.replaceState({ ...history.state, [OPENS_VIDEO]: true }, '')
    location.reload()
  }
  return [isOpen, open]
}
