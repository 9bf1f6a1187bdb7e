import { LIMITS } from '#contract/core/limits.ts'
import type { AdminTestimonial, TestimonialForm } from '#contract/admin/testimonials.ts'
import type { Locale } from '#messages/runtime'
import type { Db, Transaction } from '#server/db/client.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Context } from '#server/context.ts'
import {
  type TestimonialRow,
  findSellerByUsername,
  findTestimonial,
  findTestimonials,
  findVisibleTestimonials,
  insertTestimonial,
  removeTestimonial,
  updateTestimonial,
} from './queries.ts'

function serialize({ testimonial, username }: TestimonialRow): AdminTestimonial {
  const { sellerId: _, position: __, createdAt: ___, ...fields } = testimonial
  return { ...fields, username }
}

/**
 * Returns the testimonials of the home page that are in the given language or, if there are none, those in any
 * language.
 */
export async function listPublicTestimonials({ db }: Pick<Context, 'db'>, locale: Locale) {
  const rows = await findVisibleTestimonials(db)
  const visibleRows = rows.filter(({ isSellerGone }) => !isSellerGone)
  const inLanguage = visibleRows.filter(({ testimonial }) => testimonial.language === locale)
  const listedRows = (inLanguage.length > 0 ? inLanguage : visibleRows).slice(
    0,
    LIMITS.testimonial.shown,
  )
  return {
    testimonials: listedRows.map(serialize),
    /** The ids of the sellers whose suspension or closed account changes this list. */
    sellerIds: rows.flatMap(({ testimonial }) => testimonial.sellerId ?? []),
  }
}

export async function listAllTestimonials({
  db,
}: Pick<Context, 'db'>): Promise<{ testimonials: AdminTestimonial[] }> {
  return { testimonials: (await findTestimonials(db)).map(serialize) }
}

/**
 * Adds a testimonial.
 * @throws ApiError USER_NOT_FOUND if no seller has the username
 */
export async function addTestimonial(
  tx: Transaction,
  form: TestimonialForm,
): Promise<AdminTestimonial> {
  return getTestimonial(tx, await insertTestimonial(tx, await toRow(tx, form)))
}

/**
 * Changes a testimonial.
 * @throws ApiError UNKNOWN_ERROR if the testimonial does not exist; USER_NOT_FOUND if no seller has the username
 */
export async function changeTestimonial(
  tx: Transaction,
  { id, ...form }: { id: number } & TestimonialForm,
): Promise<AdminTestimonial> {
  if (!(await updateTestimonial(tx, id, await toRow(tx, form)))) throw unknownTestimonial(id)
  return getTestimonial(tx, id)
}

/**
 * Deletes a testimonial.
 * @throws ApiError UNKNOWN_ERROR if the testimonial does not exist
 */
export async function deleteTestimonial(tx: Transaction, { id }: { id: number }): Promise<void> {
  if (!(await removeTestimonial(tx, id))) throw unknownTestimonial(id)
}

async function toRow(tx: Db, { username, ...form }: TestimonialForm) {
  const name = username.replace(/^@/, '').toLowerCase()
  if (!name) return { ...form, sellerId: null }
  const sellerId = await findSellerByUsername(tx, name)
  if (sellerId === undefined) throw new ApiError('USER_NOT_FOUND', `testimonial of ${name}`)
  return { ...form, sellerId }
}

async function getTestimonial(tx: Db, id: number): Promise<AdminTestimonial> {
  const row = await findTestimonial(tx, id)
  if (!row) throw unknownTestimonial(id)
  return serialize(row)
}

const unknownTestimonial = (id: number) => new ApiError('UNKNOWN_ERROR', `testimonial ${id}`)
