import type { Locator, Page } from '@playwright/test'
import * as m from '#messages'
import { LOCALES } from './accounts/people.ts'
import { hangVoice } from './screens/furnish.ts'
import { creator } from './seller/people.ts'
import { expect, test } from './stage.ts'

/** What changes by itself, by a clock that stands still until it is told to go. */

const SLIDE_MS = 3000
const VOICE_MS = 6000

/** Opens a page whose clock stands. */
async function openStill(page: Page, address: string): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto(address)
}

/** Shows that the round is alive, by its pause, and leaves it running from now on. */
async function startRound(round: Locator, pause: string, play: string): Promise<void> {
  const [stop, go] = [pause, play].map(name => round.getByRole('button', { name, exact: true }))
  await expect(async () => {
    // What was pressed before the page was alive is made good just now, perhaps: then there is nothing to press.
    if ((await go!.count()) === 0) await stop!.press('Enter', { timeout: 1000 })
    expect(await go!.count()).toBe(1)
  }).toPass()
  await go!.press('Enter')
  await expect(stop!).toBeFocused()
  await stop!.blur()
}

test('a slideshow goes round every three seconds, rests under the pointer and the focus, and follows hand and keyboard', async ({
  someone,
}) => {
  const { page } = await someone('en')
  await openStill(page, '/dev/ui')
  const show = page.getByRole('region', { name: 'Three pictures, light' })
  const shown = show.locator('img[aria-hidden=false]')
  const slide = (number: number) => expect(shown).toHaveAttribute('alt', `Slide ${number}`)
  const pass = (ms: number) => page.clock.runFor(ms)
  const button = (name: string) => show.getByRole('button', { name, exact: true })
  await show.scrollIntoViewIfNeeded()

  await test.step('every three seconds, and round again', async () => {
    await startRound(show, 'Pause', 'Play')
    await slide(1)
    await pass(SLIDE_MS - 1)
    await slide(1)
    await pass(1)
    await slide(2)
    await pass(SLIDE_MS)
    await slide(3)
    await pass(SLIDE_MS)
    await slide(1)
  })

  await test.step('the one fades out to the left while the next fades in from the right, in 0.3 s', async () => {
    const moves = (name: string) =>
      show.getByAltText(name, { exact: true }).evaluate((image: Element) =>
        image.getAnimations().map(({ effect }) => {
          const { duration } = effect!.getTiming()
          const [first, last] = (effect as KeyframeEffect).getKeyframes()
          return { duration, from: pick(first!), to: pick(last!) }
          function pick({ opacity, transform }: ComputedKeyframe) {
            return `${String(opacity)} ${String(transform)}`
          }
        }),
      )
    expect(await moves('Slide 3')).toEqual([
      { duration: 300, from: '1 none', to: '0 translate(-100px)' },
    ])
    expect(await moves('Slide 1')).toEqual([
      { duration: 300, from: '0 translate(100px)', to: '1 none' },
    ])
    expect((await show.boundingBox())!.height).toBe(400)
  })

  const { x, y, width } = (await show.boundingBox())!
  const [left, right] = [x + width * 0.25, x + width * 0.75]
  const outside = async () => {
    await page.mouse.move(0, 0)
    await show.locator(':focus').blur()
  }

  await test.step('rests while the pointer is over it, and goes on when it has left', async () => {
    await page.mouse.move(left, y + 100)
    await pass(SLIDE_MS * 4)
    await slide(1)
    await page.mouse.move(0, 0)
    await expect(async () => {
      await pass(SLIDE_MS)
      await slide(2)
    }).toPass()
  })

  await test.step('the left half goes back, the right half forward, and both go round', async () => {
    await page.mouse.click(left, y + 100)
    await slide(1)
    await page.mouse.click(left, y + 100)
    await slide(3)
    await page.mouse.click(right, y + 100)
    await slide(1)
    await page.mouse.click(right, y + 100)
    await slide(2)
    await outside()
  })

  await test.step('squares jump, and the active one is dark with a white border', async () => {
    await button('Go to slide 3').click()
    await slide(3)
    await expect(button('Go to slide 3')).toHaveAttribute('aria-current', 'true')
    await expect(show.locator('[aria-current]')).toHaveCount(1)
    const square = button('Go to slide 3').locator('span')
    await expect(square).toHaveCSS('background-color', 'rgb(30, 25, 22)')
    await expect(square).toHaveCSS('border-top-color', 'rgb(255, 255, 255)')
    await outside()
  })

  await test.step('by keyboard: what has the focus rests, and a change is read out', async () => {
    await button('Previous slide').focus()
    await pass(SLIDE_MS * 4)
    await slide(3)
    await expect(show.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
    await page.keyboard.press('Enter')
    await slide(2)
    await page.keyboard.press('Tab')
    await expect(button('Next slide')).toBeFocused()
    await page.keyboard.press('Space')
    await slide(3)
    for (const name of ['Go to slide 1', 'Go to slide 2', 'Go to slide 3', 'Pause']) {
      await page.keyboard.press('Tab')
      await expect(button(name)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await button('Play').blur()
    await pass(SLIDE_MS * 4)
    await slide(3)
  })

  await test.step('one image has nothing to press', async () => {
    const alone = page.getByRole('region', { name: 'One picture, light' })
    await expect(alone.getByRole('img')).toHaveAttribute('alt', 'Slide 1')
    await expect(alone.getByRole('button')).toHaveCount(0)
  })
})

for (const locale of LOCALES)
  test(`what sellers say changes every six seconds, can be paused and chosen, and stands still for who wants less motion, in ${locale}`, async ({
    someone,
    town,
  }) => {
    const o = { locale }
    const { email, api } = await creator(town, 'voices', { linked: false })
    await town.grantAdmin(email)
    for (const name of ['Ana', 'Eva', 'Sol']) await hangVoice(api, { name, language: locale })
    const { page } = await someone(locale)
    await openStill(page, '/')
    const round = page.getByRole('region', { name: m.home_voices({}, o) })
    const button = (name: string) => round.getByRole('button', { name, exact: true })
    const choose = (number: number) => button(m.home_voices_go({ number }, o))
    const voice = async (number: number) => {
      await expect(choose(number)).toHaveAttribute('aria-current', 'true')
      await expect(round.locator('[aria-current]')).toHaveCount(1)
      await expect(round.locator('figure:not([inert])')).toHaveCount(1)
      await expect(round.locator('figure').nth(number - 1)).toHaveCSS('opacity', '1')
    }
    const pass = (ms: number) => page.clock.runFor(ms)
    const last = await round.locator('figure').count()
    expect(last).toBeGreaterThan(1)
    await expect(round).toHaveAttribute('aria-roledescription', m.carousel({}, o))

    await startRound(round, m.home_voices_pause({}, o), m.home_voices_play({}, o))
    await voice(1)
    await expect(round.locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
    await pass(VOICE_MS - 1)
    await voice(1)
    await pass(1)
    await voice(2)
    for (let next = 3; next <= last; next += 1) {
      await pass(VOICE_MS)
      await voice(next)
    }
    await pass(VOICE_MS)
    await voice(1)

    // Under the focus it rests, and says what is chosen.
    await choose(1).focus()
    await pass(VOICE_MS * 3)
    await voice(1)
    await expect(round.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await voice(2)

    await button(m.home_voices_pause({}, o)).press('Enter')
    await button(m.home_voices_play({}, o)).blur()
    await pass(VOICE_MS * 3)
    await voice(2)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await button(m.home_voices_play({}, o)).press('Enter')
    await button(m.home_voices_pause({}, o)).blur()
    await pass(VOICE_MS * 3)
    await voice(2)
  })
