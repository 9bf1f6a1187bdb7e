import type { Page, Request } from '@playwright/test'
import { expect } from './stage.ts'

/** What a page has asked for and not had yet, but for what a story holds back. */
const underWay = new WeakMap<Page, Set<Request>>()

function watch(page: Page): Set<Request> {
  const known = underWay.get(page)
  if (known) return known
  const asked = new Set<Request>()
  underWay.set(page, asked)
  page.on('request', request => asked.add(request))
  page.on('requestfinished', request => asked.delete(request))
  page.on('requestfailed', request => asked.delete(request))
  return asked
}

/**
 * Opens an address and waits until nothing more will happen by itself: React has taken the page over, every call
 * is answered, every picture is there, and two frames in a row are laid out alike.
 * @param held calls that a story leaves unanswered
 */
export async function open(page: Page, address: string, held?: RegExp): Promise<void> {
  watch(page).clear()
  await page.goto(address)
  await calm(page, held)
}

/** The same for a page that is open already. */
export async function calm(page: Page, held?: RegExp): Promise<void> {
  const asked = watch(page)
  const waiting = () => [...asked].map(request => request.url()).filter(url => !held?.test(url))
  // What an answer shows may ask for more.
  do {
    await page.waitForFunction(() =>
      // React marks what it has taken over; its first calls follow at once.
      Object.keys(document.documentElement).some(key => key.startsWith('__reactFiber')),
    )
    await expect.poll(waiting, { intervals: [20, 20, 50] }).toEqual([])
    await settle(page)
  } while (waiting().length > 0)
}

/**
 * Waits until two frames in a row are laid out alike and nothing moves; what moves is where it moves to. Who wants
 * less motion has every change as a transition of a millisecond, and one that is inherited starts the next only
 * when it ends: colours arrive from the outside in, an element at a time.
 */
export function settle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
    const arrive = () => {
      for (let some = moving(); some.length > 0; some = moving())
        for (const animation of some) animation.finish()
    }
    const shape = () => {
      const { scrollWidth, scrollHeight } = document.documentElement
      return `${innerWidth} ${scrollWidth} ${scrollHeight}`
    }
    const frame = () =>
      new Promise(resolve => {
        requestAnimationFrame(resolve)
      })
    let before: string
    do {
      arrive()
      before = shape()
      await frame()
      await frame()
      arrive()
    } while (shape() !== before)
  })
}

/** Makes the window as wide, and waits until the page stands in it. */
export async function widen(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.waitForFunction(wanted => innerWidth === wanted, width)
  await settle(page)
}
