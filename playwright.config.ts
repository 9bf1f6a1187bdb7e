import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** The path of Debian's Chromium; if it is not installed, Playwright uses the browser that it downloaded. */
const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const executablePath = existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // Each worker starts its own test server. A test waits for its browser half of the time, so two cores run two workers.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 900 },
    // Recording a trace costs 30 % of the processor time of a test, so `--trace on` turns it on for debugging alone.
    trace: 'off',
    launchOptions: {
      ...executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
})
