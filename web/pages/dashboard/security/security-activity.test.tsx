import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EventRow } from './security-activity.tsx'

const at = '2026-11-29T10:00:00.000Z'
const render = (place: string | null) =>
  renderToStaticMarkup(
    <EventRow
      event={{ id: 1, kind: 'payment_account_lost', at, browser: null, system: null, place }}
    />,
  )

test('only an event that came from a browser names one', () => {
  expect(render('203.0.113.x')).toContain('Navegador desconocido · 203.0.113.x')
  expect(render('')).not.toContain('Navegador')
})
