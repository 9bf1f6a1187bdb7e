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
    exceptions: {},
  },
  {
    subject: 'the captcha of a form, which useCaptchaCall solves,',
    pattern: /\buseCaptcha\(/,
    home: 'web/shared/forms/use-captcha-call.ts',
    exceptions: {
      'web/api/captcha.ts': 'defines it',
      'web/pages/account/login/login-form.tsx':
        'the specification has a text for a missing captcha',
      'web/pages/account/register-form.tsx': 'the specification has a text for a missing captcha',
    },
  },
  {
    subject: 'a form, which CallForm makes,',
    // A question for confirmation that has fields is a form too.
    pattern: /<form\b|\buse(?:Endpoint)?Form\(|<ConfirmDialog\b[^]*<(?:Field|TextArea|Select)\b/,
    home: 'web/shared/forms/',
    exceptions: {
      'web/features/admin/search-form.tsx': 'filters a list and sends nothing',
      'web/pages/dashboard/sales/sales-filter-form.tsx': 'filters a list and sends nothing',
      'web/features/orders/checkout/buy-form.tsx': 'prepares the payment while the buyer types',
      'web/features/orders/checkout/email-request-form.tsx':
        'is part of the product page, which does not load the form library',
      'web/features/orders/coupons/coupon-field.tsx':
        'is part of the form of a purchase, which does not load the form library',
      'web/features/sales/refund/refund-dialog.tsx': 'its fields depend on what is refunded',
      'web/pages/admin/admin/user-drawer.tsx': 'has its field and its two buttons in one row',
      'web/pages/dashboard/edit-profile.tsx': 'checks names and shows a preview while typing',
      'web/features/products/editor/product-editor.tsx': 'saves what is typed by itself',
      'web/pages/account/login/login-form.tsx': 'the specification has texts and a link for it',
      'web/pages/account/register-form.tsx': 'the specification has texts for its failures',
      'web/pages/account/resend-verification-form.tsx':
        'the specification disables it after a failure until it is reset',
    },
  },
  {
    subject: 'the failure of a form, which CallForm shows by FormFailure,',
    pattern:
      /<FormFailure\b|^(?=[^]*(?:<form\b|<CallForm\b|<EndpointForm\b|<FormDialog\b))[^]*(?:\bshowFailureToast\(|\bshowToast\(\s*'error'|\b(?:error|getFailure)Text\()/,
    home: 'web/shared/forms/',
    exceptions: {
      'web/features/orders/checkout/email-request-form.tsx': 'is a form of its own, see above',
      'web/features/sales/refund/refund-dialog.tsx': 'is a form of its own, see above',
      'web/pages/admin/admin/user-drawer.tsx': 'is a form of its own, see above',
      'web/features/accounts/passwords/set-password-by-link.tsx':
        'a toast says why the page of a dead link replaces the form',
      'web/pages/dashboard/security/set-password.tsx':
        'the specification closes the dialog after a failure',
      'web/pages/dashboard/security/change-email.tsx':
        'the specification closes the dialog after a failure',
      'web/pages/dashboard/edit-profile.tsx': 'the specification asks for a toast',
      'web/features/products/editor/product-editor.tsx': 'the specification asks for a toast',
      'web/pages/account/login/login-form.tsx': 'the specification asks for a toast',
      'web/pages/account/register-form.tsx': 'the specification asks for a toast',
      'web/pages/account/resend-verification-form.tsx': 'the specification asks for a toast',
      'web/features/admin/admin-action-button.tsx': 'the toast is that of buttons without a form',
      'web/layouts/dashboard/second-factor-proof.tsx': 'the toast is that of the passkey button',
      'web/pages/dashboard/review-actions.tsx': 'the toast is that of the button to delete',
      'web/pages/dashboard/sales/drawer/access-button.tsx': 'the toast is that of a menu item',
      'web/pages/dashboard/products/coupons/coupon-card.tsx':
        'the toast is that of the button that turns it off',
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
