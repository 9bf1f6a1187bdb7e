import { closeSaleAccess } from '../sales/access.ts'
import { changeSaleEmail, refundSale } from '../sales/order.ts'
import { example } from './example.ts'

export const saleExamples = [
  example(changeSaleEmail, { newEmail: 'nueva@people.test' }),
  example(refundSale, { reason: 'El archivo no abre' }),
  example(closeSaleAccess, { reason: 'Corrijo el archivo' }),
]
