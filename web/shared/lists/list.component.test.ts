import { describe, test } from 'vitest'
import { type SellerReview, listSellerReviews } from '#contract/product-reviews/seller-reviews.ts'
import * as m from '#messages'
import {
  type Answer,
  expect,
  refusal,
  success,
  useComponentPage,
} from '#tools/component-page/component-page.ts'

const openPage = useComponentPage('web/shared/lists/list.fixture.tsx')

const reviewOf = (id: number): SellerReview => ({
  id,
  stars: 5,
  text: `review ${id}`,
  language: 'es',
  name: null,
  at: '2026-11-29T00:00:00Z',
  reply: null,
  productId: 1,
  productName: 'Recetario',
  isShown: true,
  hiddenReason: null,
  report: null,
})
const pageOf = (ids: number[], nextCursor: number | null = null): Answer =>
  success(listSellerReviews, { reviews: ids.map(reviewOf), nextCursor })

async function showList(props: Record<string, unknown>, ...answers: (Answer | Promise<Answer>)[]) {
  const component = await openPage()
  component.answer(listSellerReviews, ...answers)
  await component.show('Reviews', props)
  const { page } = component
  return {
    ...component,
    rows: page.getByRole('listitem'),
    older: page.getByRole('button', { name: 'Older' }),
    newer: page.getByRole('button', { name: 'Newer' }),
    failure: page.getByRole('alert').filter({ hasText: m.dash_load_failed() }),
    cursors: () => component.requestsTo(listSellerReviews).map(({ query }) => query['cursor']),
  }
}

describe('a list', () => {
  test('a list tells screen readers that it loads, then shows its rows', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const { page, rows, older, newer } = await showList({}, promise)
    await expect(page.getByText(m.loading())).toBeVisible()

    resolve(pageOf([2, 1]))

    await expect(rows).toHaveText(['review 2', 'review 1'])
    await expect(page.getByText(m.loading())).toHaveCount(0)
    await expect(older).toHaveCount(0)
    await expect(newer).toHaveCount(0)
  })

  test('a list without rows says so', async () => {
    const { page } = await showList({}, pageOf([]))

    await expect(page.getByText('There are no reviews')).toBeVisible()
  })

  test('a list that cannot be loaded says why, and a press loads it', async () => {
    const { failure, rows } = await showList(
      {},
      refusal(429, 'ERROR_TOO_MANY_REQUESTS'),
      pageOf([1]),
    )
    await expect(failure).toContainText(m.ERROR_TOO_MANY_REQUESTS())

    await failure.getByRole('button', { name: m.retry() }).press('Enter')

    await expect(rows).toHaveText(['review 1'])
    await expect(failure).toHaveCount(0)
  })

  test('a list is loaded again by itself after a short outage', async () => {
    const { cursors, failure, rows } = await showList({}, 'offline', pageOf([1]))

    await expect(rows).toHaveText(['review 1'])
    await expect(failure).toHaveCount(0)
    expect(cursors()).toHaveLength(2)
  })

  test('a list leads to older pages and back to the first, without the rows of another page meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>()
    const { cursors, newer, older, page, rows } = await showList({}, pageOf([9, 8], 8), promise)
    await expect(rows).toHaveText(['review 9', 'review 8'])
    await expect(newer).toHaveCount(0)

    await older.click()
    await expect(page.getByText(m.loading())).toBeVisible()
    await expect(rows).toHaveCount(0)
    await expect(newer).toBeVisible()
    resolve(pageOf([7]))
    await expect(rows).toHaveText(['review 7'])
    await expect(older).toHaveCount(0)
    await newer.click()

    await expect(rows).toHaveText(['review 9', 'review 8'])
    expect(cursors()).toEqual([undefined, '8'])
  })

  test.each([
    ['the page before in a stepwise list', true, ['review 6']],
    ['the first page in any other list', false, ['review 9']],
  ])('the button to newer rows leads to %s', async (_, isStepwise, expected) => {
    const { newer, older, rows } = await showList(
      { isStepwise },
      pageOf([9], 9),
      pageOf([6], 6),
      pageOf([3]),
    )
    await older.click()
    await expect(rows).toHaveText(['review 6'])
    await older.click()
    await expect(rows).toHaveText(['review 3'])

    await newer.click()

    await expect(rows).toHaveText(expected)
  })

  test('a list with another filter begins at its first page', async () => {
    const { newer, older, page, rows } = await showList({}, pageOf([9], 9), pageOf([6]))
    await older.click()
    await expect(rows).toHaveText(['review 6'])

    await page.getByRole('button', { name: 'Filter' }).click()

    await expect(rows).toHaveText(['review 9'])
    await expect(newer).toHaveCount(0)
  })
})

describe('a screen of several parts', () => {
  test('a screen of several parts shows the others while one failed, and loads that one after a press', async () => {
    const { answer, page, show } = await openPage()
    answer(listSellerReviews, refusal(429, 'ERROR_TOO_MANY_REQUESTS'), pageOf([2, 1]))
    await show('PartOfScreen')
    const failure = page.getByRole('alert').filter({ hasText: m.dash_load_failed() })
    await expect(failure).toBeVisible()
    await expect(page.getByText('the other part')).toBeVisible()

    await failure.getByRole('button', { name: m.retry() }).click()

    await expect(page.getByText('2 reviews')).toBeVisible()
    await expect(failure).toHaveCount(0)
  })
})
