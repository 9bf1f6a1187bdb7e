import type { TestimonialForm } from '#contract/admin/testimonials.ts'
import type { Database } from '#server/db/client.ts'
import {
  findSellerByUsername,
  insertTestimonial,
} from '#server/features/admin/testimonials/queries.ts'
import type { SellerUsername } from './users.ts'

type SampleTestimonial = Omit<TestimonialForm, 'username' | 'hidden'> & { username: SellerUsername }

/** Fictional testimonials. The home page says that they are samples. */
const SAMPLE_TESTIMONIALS: SampleTestimonial[] = [
  {
    language: 'es',
    name: 'Marta, Rosario',
    trade: 'Ebooks de cocina',
    quote:
      'Puse el recetario de mi abuela un martes a la noche. El miércoles ya había cobrado dos y no tuve que mandar ni un mail.',
    username: 'cocinasur',
  },
  {
    language: 'es',
    name: 'Inti, Jujuy',
    trade: 'Música y sonidos',
    quote:
      'Vendo loops a gente que no conozco, en efectivo, con tarjeta, como quieran. Yo solo paso el enlace.',
    username: 'loopsandinos',
  },
  {
    language: 'es',
    name: 'Ramiro, Montevideo',
    trade: 'Planillas',
    quote:
      'Mis alumnos eligen cuánto pagar por las planillas. Pensé que perdía plata y gano más que antes.',
    username: 'numerosclaros',
  },
  {
    language: 'en',
    name: 'Marta, Rosario',
    trade: 'Cookbooks',
    quote:
      "I put my grandmother's cookbook up on a Tuesday night. By Wednesday two had sold, and I had not sent a single email.",
    username: 'cocinasur',
  },
  {
    language: 'en',
    name: 'Inti, Jujuy',
    trade: 'Music and sounds',
    quote:
      'I sell loops to people I have never met, in cash, by card, any way they like. All I do is pass on the link.',
    username: 'loopsandinos',
  },
  {
    language: 'en',
    name: 'Ramiro, Montevideo',
    trade: 'Spreadsheets',
    quote:
      'My students choose what to pay for the spreadsheets. I thought I would lose money, and I earn more than before.',
    username: 'numerosclaros',
  },
]

/** Inserts the fictional testimonials and marks them as samples. */
export async function insertSampleTestimonials(db: Database): Promise<void> {
  for (const { username, ...sample } of SAMPLE_TESTIMONIALS) {
    const sellerId = await findSellerByUsername(db, username)
    await insertTestimonial(db, { ...sample, sellerId: sellerId ?? null, isSample: true })
  }
}
