import type { SpawnOptions } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runCommand } from './processes.ts'

/** The path where Debian's package installs Chromium. playwright.config.ts uses this browser if it exists. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium'

const hasBrowser = () => existsSync(DEBIAN_CHROMIUM) || existsSync(chromium.executablePath())

/**
 * Installs Chromium for the browser tests if it is missing: by Debian's package, or by downloading Playwright's build
 * if the current user cannot install packages.
 * @throws Error that says what to install by hand, if both fail
 */
export async function ensureBrowser(): Promise<void> {
  if (hasBrowser()) return
  console.log('Installing Chromium for the browser tests (once) …')
  for (const install of [installDebianPackage, downloadWithPlaywright]) {
    await install()
    if (hasBrowser()) return
  }
  throw new Error(
    'The browser tests need Chromium, and it could not be installed here: install the package `chromium` of your system as /usr/bin/chromium, or run `npx playwright install chromium`.',
  )
}

/** Installs Debian's package of Chromium. Does nothing if apt-get is missing or the user is not root. */
async function installDebianPackage(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const quiet: SpawnOptions = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  }
  await runCommand('apt-get', ['update', '-qq'], quiet)
  await runCommand(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    quiet,
  )
}

async function downloadWithPlaywright(): Promise<void> {
  await runCommand('playwright', ['install', 'chromium'])
}
