import type { Page } from '@playwright/test'
import { findForcedColorFaults } from '../page/forced-colors.ts'
import { findHiddenTexts } from '../page/layout-faults.ts'
import { findSmallTouchTargets } from '../page/touch-targets.ts'
import { expect, test } from '../fixtures.ts'
import { findTextFaults } from './page-texts.ts'

const SMALL = 'style="display: inline-block; width: 100px; height: 30px"'
const BACKGROUND = '<style>body { background: Canvas }</style>'
const CUT = 'style="height: 10px; overflow: hidden"'

/** Each check of a page with a fault that it must find and a similar page without one. */
const CASES: [
  rule: string,
  check: (page: Page) => Promise<string[]>,
  faulty: string,
  correct: string,
][] = [
  [
    'a low button',
    findSmallTouchTargets,
    `<button ${SMALL}>Pagar</button>`,
    `<button style="width: 100px; height: 44px">Pagar</button>`,
  ],
  [
    'a checkbox whose label is no larger',
    findSmallTouchTargets,
    '<input type="checkbox" id="a"><label for="a">Sí</label>',
    '<label style="display: flex; align-items: center; width: 90px; height: 44px"><input type="checkbox">Sí</label>',
  ],
  [
    'a link that is alone in its line, but not one in a sentence',
    findSmallTouchTargets,
    '<p><a href="/">Términos y condiciones</a></p>',
    '<p>Acepto los <a href="/">términos</a>.</p>',
  ],
  [
    'a text that its box cuts, but not one that ends in an ellipsis',
    findHiddenTexts,
    `<p ${CUT}>Tu archivo</p>`,
    '<p style="width: 40px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">Tu archivo</p>',
  ],
  [
    'a fixed button over a column of text, but not a fixed bar',
    findHiddenTexts,
    '<p>Tu archivo</p><button style="position: fixed; bottom: 0; left: 0">Ayuda</button>',
    '<p>Tu archivo</p><nav style="position: fixed; inset: auto 0 0">Pagar</nav>',
  ],
  [
    'a field without a border',
    findForcedColorFaults,
    '<input style="border: 0; background: #eee">',
    '<input style="border: 1px solid transparent; background: #eee">',
  ],
  [
    'an icon of a fixed colour',
    findForcedColorFaults,
    '<a href="/" aria-label="Carrito"><svg style="forced-color-adjust: none"><path stroke="#fff" fill="none" d="M0 0h9"/></svg></a>',
    '<a href="/" aria-label="Carrito"><svg><path stroke="currentColor" fill="none" d="M0 0h9"/></svg></a>',
  ],
  [
    'a control whose focus is only a shadow',
    findForcedColorFaults,
    '<a href="/" style="outline: none; box-shadow: 0 0 0 3px red">Pagar</a>',
    '<a href="/" style="outline: 3px solid transparent">Pagar</a>',
  ],
]

for (const [rule, check, faulty, correct] of CASES)
  test(`the checks of a page find ${rule}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })

    await page.setContent(BACKGROUND + faulty)
    expect(await check(page)).toHaveLength(1)

    await page.setContent(BACKGROUND + correct)
    expect(await check(page)).toEqual([])
  })

test('the check of languages finds a sentence of another language, and takes no order number or address for one', () => {
  const catalog = { keys: new Set<string>(), has: () => false }
  const address = 'https://kiosko.test/product/1/un-nombre-para-la-tapa'
  const texts = ['72KV-6Y3Y', address, 'El archivo está listo']

  expect(findTextFaults(texts, 'en', catalog, () => false)).toEqual([
    'seems es: El archivo está listo',
  ])
})
