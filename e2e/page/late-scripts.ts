import type { Page } from '@playwright/test'

/** Lets no script of the site through until `release` is called, so that pages stay as the server rendered them. */
export async function failScripts(page: Page) {
  let isFailing = true
  let failures = 0
  await page.route('**/assets/*.js', route => {
    if (!isFailing) return route.continue()
    failures += 1
    return route.abort('connectionreset')
  })
  return {
    countFailures: () => failures,
    release: () => {
      isFailing = false
    },
    failAgain: () => {
      isFailing = true
    },
  }
}
