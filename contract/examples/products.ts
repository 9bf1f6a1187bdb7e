import { requestAvailabilityEmail } from '../storefront/availability.ts'
import { createDraft, saveWorkingCopy, schedulePublication } from '../products/working-copy.ts'
import { setBump } from '../prices/bumps.ts'
import { changePrices } from '../prices/price-changes.ts'
import { recordProductView } from '../storefront/product-page.ts'
import { setProductState } from '../products/products.ts'
import { example } from './example.ts'

export const productExamples = [
  example(requestAvailabilityEmail, { email: 'alguien@people.test' }),
  example(setProductState, { state: 'paused' }),
  example(setBump, { offeredId: null, percent: 10 }),
  example(createDraft, { fields: { name: 'Milonga del alba', price: '1.500' } }),
  example(saveWorkingCopy, { fields: { description: 'Partitura para guitarra.' } }),
  example(schedulePublication, { publishAt: '2027-03-01T12:00:00.000Z' }),
  example(changePrices, {
    productIds: null,
    rule: { kind: 'percent', value: 15 },
    ending: '90',
    startsAt: null,
    dryRun: true,
  }),
  example(recordProductView, {
    from: [{ path: '/product/7/pan-casero', via: 'instagram', referrer: 'l.instagram.com' }],
  }),
]
