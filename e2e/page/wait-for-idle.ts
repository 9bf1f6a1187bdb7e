import type { Page, Request } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** The requests of each page that have no response yet. */
const pendingRequests = new WeakMap<Page, Set<Request>>()

function trackRequests(page: Page): Set<Request> {
  const trackedRequests = pendingRequests.get(page)
  if (trackedRequests) return trackedRequests
  const requests = new Set<Request>()
  pendingRequests.set(page, requests)
  page.on('request', request => requests.add(request))
  page.on('requestfinished', request => requests.delete(request))
  page.on('requestfailed', request => requests.delete(request))
  return requests
}

/**
 * Opens a URL and waits until the page is idle: React has hydrated it, every request has a response, and the layout is
 * the same in two consecutive frames.
 * @param unanswered matches the requests that the test leaves without a response
 */
export async function gotoAndWaitForIdle(
  page: Page,
  address: string,
  unanswered?: RegExp,
): Promise<void> {
  trackRequests(page).clear()
  await page.goto(address)
  await waitForIdle(page, unanswered)
}

/**
 * Waits until an open page is idle, as `gotoAndWaitForIdle` defines it.
 * @param unanswered matches the requests that the test leaves without a response
 */
export async function waitForIdle(page: Page, unanswered?: RegExp): Promise<void> {
  const requests = trackRequests(page)
  const waitingUrls = () =>
    [...requests].map(request => request.url()).filter(url => !unanswered?.test(url))
  // Rendering a response can start further requests, so the check repeats.
  do {
    await page.waitForFunction(() =>
      // React adds a property with this prefix to each element that it hydrates.
      Object.keys(document.documentElement).some(key => key.startsWith('__reactFiber')),
    )
    await expect.poll(waitingUrls, { intervals: [20, 20, 50] }).toEqual([])
    await waitForStableLayout(page)
  } while (waitingUrls().length > 0)
}

/**
 * Finishes all running animations and waits until the layout is the same in two consecutive frames. With reduced motion
 * each change is a transition of one millisecond. A child's transition of an inherited property starts only when the
 * parent's ends, so the loop repeats.
 */
export function waitForStableLayout(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
    const finishAnimations = () => {
      for (let running = runningAnimations(); running.length > 0; running = runningAnimations())
        for (const animation of running) animation.finish()
    }
    const layoutSize = () => {
      const { scrollWidth, scrollHeight } = document.documentElement
      return `${innerWidth} ${scrollWidth} ${scrollHeight}`
    }
    const nextFrame = () =>
      new Promise(resolve => {
        requestAnimationFrame(resolve)
      })
    let previousSize: string
    do {
      finishAnimations()
      previousSize = layoutSize()
      await nextFrame()
      await nextFrame()
      finishAnimations()
    } while (layoutSize() !== previousSize)
  })
}

/** Waits until the browser has drawn a number of frames. */
export function waitForFrames(page: Page, count: number): Promise<void> {
  return page.evaluate(async frames => {
    for (let drawn = 0; drawn < frames; drawn += 1)
      await new Promise(resolve => {
        requestAnimationFrame(resolve)
      })
  }, count)
}

/** Sets the size of the viewport in pixels and, if that changes it, waits until the layout is stable. */
export async function setViewport(
  page: Page,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const current = page.viewportSize()
  if (current?.width === width && current.height === height) return
  await page.setViewportSize({ width, height })
  await page.waitForFunction(wanted => innerWidth === wanted, width)
  await waitForStableLayout(page)
}

/** Sets the width of the viewport in pixels, with a height of 900, as `setViewport` does. */
export const setViewportWidth = (page: Page, width: number): Promise<void> =>
  setViewport(page, { width, height: 900 })
