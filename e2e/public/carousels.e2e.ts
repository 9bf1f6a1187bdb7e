import type { Locator, Page } from '@playwright/test'
import { addPreview, deletePreview } from '#contract/products/previews.ts'
import { publishProduct } from '#contract/products/working-copy.ts'
import * as m from '#messages'
import { expectOk } from '#tools/api-client/creator.ts'
import { createCoverImage } from '#tools/api-client/sample-files.ts'
import { addSampleTestimonial } from '../screens/seed.ts'
import { addProduct, createSeller } from '../actions/seller-actions.ts'
import { expect, test } from '../fixtures.ts'

const o = { locale: 'es' } as const

const SLIDE_MS = 3000
const TESTIMONIAL_MS = 6000

/** Opens a page with a fake clock that is paused. */
async function openWithPausedClock(page: Page, address: string): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1000)
  await page.goto(address)
}

/** Pauses a carousel to wait until it is hydrated, then starts it at the current time of the fake clock. */
async function startCarousel(
  carousel: Locator,
  pauseLabel: string,
  playLabel: string,
): Promise<void> {
  const [pauseButton, playButton] = [pauseLabel, playLabel].map(name =>
    carousel.getByRole('button', { name, exact: true }),
  )
  await expect(async () => {
    // A press before hydration is replayed after it, so the carousel may already be paused.
    if ((await playButton!.count()) === 0) await pauseButton!.press('Enter', { timeout: 1000 })
    expect(await playButton!.count()).toBe(1)
  }).toPass()
  await playButton!.press('Enter')
  await expect(pauseButton!).toBeFocused()
  await pauseButton!.blur()
}

test('a slideshow advances every three seconds, pauses on hover and focus, and can be controlled by mouse and keyboard', async ({
  openBrowser,
  server,
}) => {
  const { api } = await createSeller(server, 'slideshow')
  const { id, name } = await addProduct(server, api)
  const previews: number[] = []
  for (const width of [700, 800, 900]) {
    const files = { preview_file: await createCoverImage({ width, height: 900 }) }
    const added = expectOk(await api.call(addPreview, { params: { id }, form: {}, files }))
    previews.push(added.previews.at(-1)!.id)
  }
  const publish = async () =>
    expectOk(await api.call(publishProduct, { params: { id: String(id) } }))
  await publish()
  const { page } = await openBrowser('en')
  await openWithPausedClock(page, `/product/${id}`)
  const slideshow = page.getByRole('region').and(page.locator('[aria-roledescription=carousel]'))
  // The slideshow is loaded when the page is idle, and the fake clock decides when that is.
  await expect(async () => {
    await page.clock.runFor(100)
    expect(await slideshow.isVisible()).toBe(true)
  }).toPass()
  const visibleSlide = slideshow.locator('img[aria-hidden=false]')
  const expectSlide = (number: number) =>
    expect(visibleSlide).toHaveAttribute('alt', `Slide ${number}: ${name}`)
  const advanceClock = (ms: number) => page.clock.runFor(ms)
  const button = (name: string) => slideshow.getByRole('button', { name, exact: true })
  await slideshow.scrollIntoViewIfNeeded()

  await test.step('advances every three seconds and starts over after the last slide', async () => {
    await startCarousel(slideshow, 'Pause', 'Play')
    await expectSlide(1)
    await advanceClock(SLIDE_MS - 1)
    await expectSlide(1)
    await advanceClock(1)
    await expectSlide(2)
    await advanceClock(SLIDE_MS)
    await expectSlide(3)
    await advanceClock(SLIDE_MS)
    await expectSlide(1)
  })

  await test.step('fades the old slide out to the left and the new one in from the right, in 0.3 s', async () => {
    const moves = (number: number) =>
      slideshow
        .getByAltText(`Slide ${number}: ${name}`, { exact: true })
        .evaluate((image: Element) =>
          image.getAnimations().map(({ effect }) => {
            const { duration } = effect!.getTiming()
            const [first, last] = (effect as KeyframeEffect).getKeyframes()
            return { duration, from: pick(first!), to: pick(last!) }
            function pick({ opacity, transform }: ComputedKeyframe) {
              return `${String(opacity)} ${String(transform)}`
            }
          }),
        )
    expect(await moves(3)).toEqual([{ duration: 300, from: '1 none', to: '0 translate(-100px)' }])
    expect(await moves(1)).toEqual([{ duration: 300, from: '0 translate(100px)', to: '1 none' }])
    expect((await slideshow.boundingBox())!.height).toBe(400)
  })

  const { x, y, width } = (await slideshow.boundingBox())!
  const [left, right] = [x + width * 0.25, x + width * 0.75]
  const leaveSlideshow = async () => {
    await page.mouse.move(0, 0)
    await slideshow.locator(':focus').blur()
  }

  await test.step('pauses while the pointer is over it and continues afterwards', async () => {
    await page.mouse.move(left, y + 100)
    await advanceClock(SLIDE_MS * 4)
    await expectSlide(1)
    await page.mouse.move(0, 0)
    await expect(async () => {
      await advanceClock(SLIDE_MS)
      await expectSlide(2)
    }).toPass()
  })

  await test.step('a click on the left half goes back and one on the right half forward, without end', async () => {
    await page.mouse.click(left, y + 100)
    await expectSlide(1)
    await page.mouse.click(left, y + 100)
    await expectSlide(3)
    await page.mouse.click(right, y + 100)
    await expectSlide(1)
    await page.mouse.click(right, y + 100)
    await expectSlide(2)
    await leaveSlideshow()
  })

  await test.step('each square selects a slide, and the active one is dark with a white border', async () => {
    await button('Go to slide 3').click()
    await expectSlide(3)
    await expect(button('Go to slide 3')).toHaveAttribute('aria-current', 'true')
    await expect(slideshow.locator('[aria-current]')).toHaveCount(1)
    const square = button('Go to slide 3').locator('span')
    await expect(square).toHaveCSS('background-color', 'rgb(30, 25, 22)')
    await expect(square).toHaveCSS('border-top-color', 'rgb(255, 255, 255)')
    await leaveSlideshow()
  })

  await test.step('pauses while it has the focus, works by keyboard and announces changes', async () => {
    await button('Previous slide').focus()
    await advanceClock(SLIDE_MS * 4)
    await expectSlide(3)
    await expect(slideshow.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
    await page.keyboard.press('Enter')
    await expectSlide(2)
    await page.keyboard.press('Tab')
    await expect(button('Next slide')).toBeFocused()
    await page.keyboard.press('Space')
    await expectSlide(3)
    for (const name of ['Go to slide 1', 'Go to slide 2', 'Go to slide 3', 'Pause']) {
      await page.keyboard.press('Tab')
      await expect(button(name)).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await button('Play').blur()
    await advanceClock(SLIDE_MS * 4)
    await expectSlide(3)
  })

  await test.step('the arrow keys and a swipe change the slide', async () => {
    await button('Next slide').focus()
    await page.keyboard.press('ArrowLeft')
    await expectSlide(2)
    await page.keyboard.press('ArrowRight')
    await expectSlide(3)
    const swipe = (from: [number, number], to: [number, number]) =>
      slideshow.evaluate(
        (element, points) => {
          const fire = (type: string, [clientX, clientY]: readonly [number, number]) => {
            const touch = new Touch({ identifier: 1, target: element, clientX, clientY })
            const touches = type === 'touchstart' ? [touch] : []
            element.dispatchEvent(
              new TouchEvent(type, { bubbles: true, touches, changedTouches: [touch] }),
            )
          }
          fire('touchstart', points.from)
          fire('touchend', points.to)
        },
        { from, to },
      )
    await swipe([100, 100], [200, 120])
    await expectSlide(2)
    await swipe([200, 100], [100, 90])
    await expectSlide(3)
    await swipe([200, 100], [190, 400])
    await swipe([200, 100], [180, 100])
    await expectSlide(3)
  })

  await test.step('a slideshow of one image has no buttons', async () => {
    for (const previewId of previews.slice(1))
      expectOk(await api.call(deletePreview, { params: { id, previewId } }))
    await publish()
    await page.reload()
    await expect(async () => {
      await page.clock.runFor(100)
      expect(await slideshow.isVisible()).toBe(true)
    }).toPass()
    await expect(slideshow.getByRole('img')).toHaveAttribute('alt', `Slide 1: ${name}`)
    await expect(slideshow.getByRole('button')).toHaveCount(0)
  })
})

test('testimonials change every six seconds, can be paused and selected, and stay still with reduced motion', async ({
  openBrowser,
  server,
}) => {
  const { email, api } = await createSeller(server, 'testimonials', { linked: false })
  await server.grantAdmin(email)
  for (const name of ['Ana', 'Eva', 'Sol'])
    await addSampleTestimonial(api, { name, language: 'es' })
  const { page } = await openBrowser('es')
  await openWithPausedClock(page, '/')
  const carousel = page.getByRole('region', { name: m.home_voices({}, o) })
  const button = (name: string) => carousel.getByRole('button', { name, exact: true })
  const selectButton = (number: number) => button(m.home_voices_go({ number }, o))
  const expectTestimonial = async (number: number) => {
    await expect(selectButton(number)).toHaveAttribute('aria-current', 'true')
    await expect(carousel.locator('[aria-current]')).toHaveCount(1)
    await expect(carousel.locator('figure:not([inert])')).toHaveCount(1)
    await expect(carousel.locator('figure').nth(number - 1)).toHaveCSS('opacity', '1')
  }
  const advanceClock = (ms: number) => page.clock.runFor(ms)
  const last = await carousel.locator('figure').count()
  expect(last).toBeGreaterThan(1)
  await expect(carousel).toHaveAttribute('aria-roledescription', m.carousel({}, o))

  await startCarousel(carousel, m.home_voices_pause({}, o), m.home_voices_play({}, o))
  await expectTestimonial(1)
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'off')
  await advanceClock(TESTIMONIAL_MS - 1)
  await expectTestimonial(1)
  await advanceClock(1)
  await expectTestimonial(2)
  for (let next = 3; next <= last; next += 1) {
    await advanceClock(TESTIMONIAL_MS)
    await expectTestimonial(next)
  }
  await advanceClock(TESTIMONIAL_MS)
  await expectTestimonial(1)

  // The carousel pauses while it has the focus, and announces the selected testimonial.
  await selectButton(1).focus()
  await advanceClock(TESTIMONIAL_MS * 3)
  await expectTestimonial(1)
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectTestimonial(2)

  await button(m.home_voices_pause({}, o)).press('Enter')
  await button(m.home_voices_play({}, o)).blur()
  await advanceClock(TESTIMONIAL_MS * 3)
  await expectTestimonial(2)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await button(m.home_voices_play({}, o)).press('Enter')
  await button(m.home_voices_pause({}, o)).blur()
  await advanceClock(TESTIMONIAL_MS * 3)
  await expectTestimonial(2)
})
