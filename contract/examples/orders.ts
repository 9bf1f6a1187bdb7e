import { changeOrderEmail } from '../address-change.ts'
import { messageSeller } from '../buyer-messages.ts'
import { listPackCompletions } from '../orders/completion.ts'
import { resendOrderLinks } from '../orders/orders.ts'
import { saveReceiptBuyer, saveTaxData } from '../receipts.ts'
import { example } from './example.ts'

const taxData = { name: 'Ana Pérez', taxIdKind: 'cuit', taxId: '20-12345678-6' } as const

export const orderExamples = [
  example(changeOrderEmail, { newEmail: 'nueva@people.test' }),
  example(messageSeller, { message: 'El archivo no abre.' }),
  example(listPackCompletions, { packId: 7 }),
  example(resendOrderLinks, { email: 'buyer@people.test' }),
  example(saveReceiptBuyer, taxData),
  example(saveTaxData, taxData),
]
