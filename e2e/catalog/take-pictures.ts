import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LOCALES } from '../actions/account-actions.ts'
import { expect, test } from '../fixtures.ts'
import { setViewport, waitForStableLayout } from '../page/wait-for-idle.ts'
import { SCREENS, type Screen } from '../screens/screen-list.ts'
import { type SeedData, seedScreenData } from '../screens/seed.ts'
import { createViewers, leaveScreen, openScreen } from '../screens/viewers.ts'
import { stabilizeTexts } from './stable-texts.ts'
import { STATES } from './states.ts'

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const THEMES = ['light', 'dark'] as const
/** The folder of the pictures, from `npm run screens`. */
const FOLDER = process.env['PICTURE_FOLDER']
/** The names of the screens to take, separated by commas; none means all. */
const NAMES = new Set(process.env['PICTURE_SCREENS']?.split(',').filter(Boolean))

let workerSeed: SeedData | undefined

for (const locale of LOCALES)
  for (const [group, allScreens] of Object.entries(SCREENS)) {
    const screens = allScreens.filter(({ name }) => NAMES.size === 0 || NAMES.has(name))
    if (screens.length === 0) continue
    test(`pictures of the group "${group}" (${locale})`, async ({ openBrowser, server }) => {
      if (!FOLDER) throw new Error('Pictures are taken by `npm run screens`.')
      mkdirSync(FOLDER, { recursive: true })
      workerSeed ??= await seedScreenData(server)
      const seed = workerSeed
      const openViewer = createViewers(openBrowser, { server, seed, locale })
      const takePictures = async (page: Page, name: string, fullPage: boolean) => {
        for (const viewport of VIEWPORTS) {
          await setViewport(page, viewport)
          for (const colorScheme of THEMES) {
            await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            await stabilizeTexts(page)
            await waitForStableLayout(page)
            // Some screens scroll to a section, and a picture of the whole page would show fixed elements at that
            // place.
            await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
            await page.screenshot({
              path: join(FOLDER, `${name}_${locale}_${viewport.width}_${colorScheme}.png`),
              fullPage,
              animations: 'disabled',
              caret: 'hide',
            })
          }
        }
      }
      for (const screen of screens) {
        const user = await openViewer(screen.viewer)
        await user.page.emulateMedia({ reducedMotion: 'reduce' })
        const open = async () => {
          await user.page.setViewportSize(VIEWPORTS[0]!)
          await openScreen(user, screen, seed)
        }
        await open()
        // A dialog is as high as the viewport, which a picture of the whole page would not be.
        const hasDialog = await user.page.getByRole('dialog').isVisible()
        await takePictures(user.page, screen.name, !hasDialog)
        await leaveScreen(user.page, screen)
        for (const { state, reach } of statesOf(screen)) {
          await open()
          await reach(user.page, { locale })
          await takePictures(user.page, `${screen.name}+${state}`, false)
        }
      }
    })
  }

const statesOf = ({ name }: Screen) => STATES.filter(({ screen }) => screen === name)

test('every state belongs to a screen of the list', () => {
  const names = Object.values(SCREENS)
    .flat()
    .map(({ name }) => name)

  expect(STATES.map(({ screen }) => screen).filter(name => !names.includes(name))).toEqual([])
})
