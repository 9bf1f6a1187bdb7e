import { useState } from 'react'
import { listSellerReviews } from '#contract/product-reviews/seller-reviews.ts'
import { useRead } from '#web/api/query.ts'
import { FailedLoads } from '../loaded.tsx'
import { List } from './list.tsx'
import { useListPage } from './use-list-page.ts'

/** A list of reviews as a page has it, with a filter that the reviews do not have. */
export function Reviews({ isStepwise = false }) {
  const [filter, setFilter] = useState('all')
  const page = useListPage({ filter }, { newer: 'Newer', older: 'Older', isStepwise })
  const { cursor } = page.query
  const query = useRead(listSellerReviews, {
    query: { ...(cursor !== undefined && { cursor: `${cursor}` }) },
  })
  return (
    <>
      <button type="button" onClick={() => setFilter('others')}>
        Filter
      </button>
      <List
        query={query}
        rows={({ reviews }) => reviews}
        empty="There are no reviews"
        pages={page.stepsFrom(query.currentData)}
      >
        {reviews => (
          <ul>
            {reviews.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        )}
      </List>
    </>
  )
}

/** A screen that shows that one of its parts could not be loaded. */
export function PartOfScreen() {
  const query = useRead(listSellerReviews, { query: {} })
  return (
    <>
      <FailedLoads queries={[query]} />
      <p>{query.data ? `${query.data.reviews.length} reviews` : 'the other part'}</p>
    </>
  )
}
