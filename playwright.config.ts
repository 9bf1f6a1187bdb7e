import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's Chromium where it is installed; elsewhere the one that Playwright fetched. */
const DEBIAN = '/usr/bin/chromium'
const executablePath = existsSync(DEBIAN) ? { executablePath: DEBIAN } : {}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/build.ts',
  outputDir: 'test-results',
  // Each worker opens a town of its own. A story waits for its browser half of the time: two cores bear two.
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
})
