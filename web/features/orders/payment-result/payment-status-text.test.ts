import { expect, test } from 'vitest'
import { getPaymentStatusText } from './payment-status-text.ts'
import type { PaymentResult } from './receipt-illustration.tsx'

test.each([
  ['success', undefined, 'success', /Apenas MercadoPago confirme/],
  ['success', 'approved', 'success', /aprobado/],
  ['success', 'created', 'pending', /todavía no confirmó/],
  ['success', 'pending', 'pending', /todavía no se acreditó/],
  ['success', 'rejected', 'failure', /no se cobró nada/],
  ['success', 'review', 'pending', /No pagues de nuevo/],
  ['success', 'refunded', 'failure', /Te devolvimos el dinero/],
  ['pending', 'pending', 'pending', /cupón/],
  ['pending', 'approved', 'success', /Ya se acreditó/],
  ['pending', 'rejected', 'failure', /no se cobró nada/],
  ['failure', 'approved', 'success', /ya está pago/],
  ['failure', 'in_process', 'pending', /otro pago pendiente/],
  ['failure', 'rejected', 'failure', /probar de nuevo/],
  ['failure', 'created', 'failure', /probar de nuevo/],
  ['failure', 'charged_back', 'failure', /en disputa/],
] as const)(
  'on the %s page the text of a %s order is that of the result %s',
  (page, state, result, words) => {
    const status = getPaymentStatusText(page, state)

    expect(status.text).toMatch(words)
    expect(status.result).toBe<PaymentResult>(result)
    expect(status.differsFromPage).toBe(result !== page)
  },
)
