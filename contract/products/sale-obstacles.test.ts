import { expect, test } from 'vitest'
import { type SaleFacts, SALE_OBSTACLES, findSaleObstacle } from './sale-obstacles.ts'
import { PRODUCT_STATES } from './state-rules.ts'

const FOR_SALE: SaleFacts = {
  state: 'on_sale',
  isWithdrawn: false,
  isTakenDown: false,
  isSellerClosed: false,
  hasFiles: true,
  isPackIncomplete: false,
}

/** The fact that alone keeps a product from being sold, by the name of its obstacle. */
const ALONE: Record<(typeof SALE_OBSTACLES)[number], Partial<SaleFacts>> = {
  draft: { state: 'draft' },
  withdrawn: { isWithdrawn: true },
  taken_down: { isTakenDown: true },
  seller_closed: { isSellerClosed: true },
  archived: { state: 'archived' },
  paused: { state: 'paused' },
  no_files: { hasFiles: false },
  pack_incomplete: { isPackIncomplete: true },
}

test('a product that lacks nothing is for sale', () => {
  expect(findSaleObstacle(FOR_SALE)).toBeNull()
})

test.each(Object.entries(ALONE))(
  'the obstacle %s alone keeps a product from being sold',
  (name, fact) => {
    expect(findSaleObstacle({ ...FOR_SALE, ...fact })).toBe(name)
  },
)

test('the first obstacle of the list is named, if there are several', () => {
  const flags = [false, true]
  const combinations = PRODUCT_STATES.flatMap(state =>
    flags.flatMap(isWithdrawn =>
      flags.flatMap(isTakenDown =>
        flags.flatMap(isSellerClosed =>
          flags.flatMap(hasFiles =>
            flags.map(isPackIncomplete => ({
              state,
              isWithdrawn,
              isTakenDown,
              isSellerClosed,
              hasFiles,
              isPackIncomplete,
            })),
          ),
        ),
      ),
    ),
  )

  const holds = (facts: SaleFacts, name: (typeof SALE_OBSTACLES)[number]) =>
    Object.entries(ALONE[name]).every(([key, value]) => facts[key as keyof SaleFacts] === value)
  const wrong = combinations.filter(
    facts => findSaleObstacle(facts) !== (SALE_OBSTACLES.find(name => holds(facts, name)) ?? null),
  )

  expect(combinations).toHaveLength(128)
  expect(wrong).toEqual([])
})
