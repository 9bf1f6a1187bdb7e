import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Takes the pictures of `npm run help-pictures`. It is no test suite: nothing is compared while it runs. */
export default defineConfig({
  ...base,
  testDir: 'e2e/help-pictures',
  testMatch: 'take-pictures.ts',
  outputDir: 'test-results/help-pictures',
  timeout: 900_000,
})
