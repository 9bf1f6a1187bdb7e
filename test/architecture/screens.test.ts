import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/processes.ts'
import { listRepositoryFiles } from '../../scripts/repository-files.ts'

/**
 * What screens have in common is declared once, in `web/shared`. Each row names what only that place may contain, and
 * the other files that contain it nevertheless, with the reason.
 */
const DECLARED_ONCE = [
  {
    subject: 'the cursor in a query, which useListPage adds,',
    pattern: /[{,]\s*cursor\b\s*[,}:]/,
    home: 'web/shared/lists/',
    exceptions: {
      'web/features/notifications/notification-list.tsx': 'puts the next page below this one',
      'web/pages/dashboard/sales.tsx': 'has the cursor in the URL',
    },
  },
  {
    subject: 'the error of data that could not be loaded, which Loaded shows,',
    pattern: /<LoadError\b/,
    home: 'web/shared/',
    exceptions: {
      'web/features/notifications/notification-list.tsx': 'shows it inside the list',
      'web/features/notifications/email-settings.tsx': 'stands below that list',
    },
  },
  {
    subject: 'the captcha of a form, which useCaptchaCall solves,',
    pattern: /\buseCaptcha\(/,
    home: 'web/shared/forms/use-captcha-call.ts',
    exceptions: {
      'web/api/captcha.ts': 'defines it',
      'web/features/orders/checkout/availability-form.tsx': 'the product page has no room for more',
      'web/features/catalog/product-form/use-upload.tsx': 'reports the progress of an upload',
      'web/features/catalog/delete-product-button.tsx': 'changes cached data by RTK Query',
      'web/pages/dashboard/welcome/use-save-fields.ts': 'changes cached data by RTK Query',
      'web/pages/dashboard/sales/drawer/refund-sale-dialog.tsx': 'changes cached data by RTK Query',
      'web/pages/account/login/login-form.tsx':
        'the specification has a text for a missing captcha',
      'web/pages/account/register-form.tsx': 'the specification has a text for a missing captcha',
    },
  },
] as const

const screens = listRepositoryFiles()
  .filter(path => /^web\/.*(?<!\.test)\.tsx?$/.test(path))
  .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

describe('what screens have in common', () => {
  test.each(DECLARED_ONCE)(
    '$subject is in no other file of the web',
    ({ pattern, home, exceptions }) => {
      const places = screens.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

      expect(places.some(path => path.startsWith(home))).toBe(true)
      expect(places.filter(path => !path.startsWith(home)).sort()).toEqual(
        Object.keys(exceptions).sort(),
      )
    },
  )
})
