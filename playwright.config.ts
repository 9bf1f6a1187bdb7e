import { defineConfig } from '@playwright/test'
import { findDebianBrowser } from './scripts/browser.ts'

const debianBrowser = findDebianBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // Each worker starts its own test server. A test waits for its browser half of the time, so two cores run two
  // workers.
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
      ...(debianBrowser !== undefined && { executablePath: debianBrowser }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        // Text is as wide as on a phone, where glyphs are not aligned to whole pixels.
        '--font-render-hinting=none',
      ],
    },
  },
})
