import { expect, test } from 'vitest'
import { told } from './payment-status-text.ts'
import type { ResultKind } from './receipt.tsx'

test.each([
  ['success', undefined, 'success', /Apenas MercadoPago nos confirme/],
  ['success', 'approved', 'success', /aprobado/],
  ['success', 'created', 'pending', /todavía no nos confirmó/],
  ['success', 'pending', 'pending', /todavía no se acreditó/],
  ['success', 'rejected', 'failure', /no se cobró nada/],
  ['success', 'review', 'pending', /No pagues de nuevo/],
  ['success', 'refunded', 'failure', /se devolvió/],
  ['pending', 'pending', 'pending', /cupón/],
  ['pending', 'approved', 'success', /Ya se acreditó/],
  ['pending', 'rejected', 'failure', /no se cobró nada/],
  ['failure', 'approved', 'success', /ya está pago/],
  ['failure', 'in_process', 'pending', /otro pago en camino/],
  ['failure', 'rejected', 'failure', /probar de nuevo/],
  ['failure', 'created', 'failure', /probar de nuevo/],
  ['failure', 'charged_back', 'failure', /en disputa/],
] as const)('on the page of %s, an order that is %s is told as %s', (kind, state, like, words) => {
  const result = told(kind, state)

  expect(result.text).toMatch(words)
  expect(result.like).toBe<ResultKind>(like)
  expect(result.differs).toBe(like !== kind)
})
