import type { SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runCommand } from './processes.ts'

/**
 * The paths where Debian installs Chromium. The headless shell comes first: it has no user interface, which the whole
 * browser draws for every window even if nobody sees it.
 */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const DEBIAN_BROWSERS = [HEADLESS_SHELL, '/usr/bin/chromium']

/** Finds Debian's browser. Without one, Playwright uses the headless shell that it has downloaded. */
export const findDebianBrowser = (): string | undefined =>
  DEBIAN_BROWSERS.find(path => existsSync(path))

const hasBrowser = () => findDebianBrowser() !== undefined || existsSync(chromium.executablePath())

/**
 * Installs the headless shell of Chromium for the browser tests if it is missing: by Debian's package, or by
 * downloading Playwright's build. Where neither is possible, an installed Chromium is used as it is.
 * @throws Error that says what to install by hand, if there is no browser in the end
 */
export async function ensureBrowser(): Promise<void> {
  if (existsSync(HEADLESS_SHELL) || existsSync(chromium.executablePath())) return
  console.log('Installing Chromium for the browser tests (once) …')
  await installDebianPackage('chromium-headless-shell')
  if (!hasBrowser()) await installDebianPackage('chromium')
  if (!hasBrowser()) await downloadWithPlaywright()
  if (!hasBrowser())
    throw new Error(
      'The browser tests need Chromium, and it could not be installed here: install the package `chromium` of your system as /usr/bin/chromium, or run `npx playwright install chromium`.',
    )
}

/** Installs a package of Debian. Does nothing if apt-get is missing or the user is not root. */
async function installDebianPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const quiet: SpawnOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  }
  await runCommand('apt-get', ['update', '-qq'], quiet)
  await runCommand(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation'],
    quiet,
  )
}

async function downloadWithPlaywright(): Promise<void> {
  await runCommand('playwright', ['install', 'chromium'])
}
