import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Takes the pictures of `npm run screens`. It is no test suite: nothing is compared while it runs. */
export default defineConfig({
  ...base,
  testDir: 'e2e/catalog',
  testMatch: 'take-pictures.ts',
  outputDir: 'test-results/catalog',
  timeout: 900_000,
})
