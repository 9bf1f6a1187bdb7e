import { expect, test } from 'vitest'
import { createDurations } from './request-duration.ts'

test('answers are counted by their kind, each bucket holding the ones before it', () => {
  const { countAs, text } = createDurations()
  const found = countAs('GET', '/product/:id', 200)
  const missed = countAs('GET', '/product/:id', 404)
  for (const ms of [5, 5.1, 250, 20_000]) found(ms)
  missed(1)

  const lines = text().trimEnd().split('\n')

  const labels = 'method="GET",route="/product/:id",status="200"'
  expect(lines).toContain('# TYPE http_request_seconds histogram')
  expect(lines.filter(line => line.includes('200"')).map(line => line.split(' ')[1])).toEqual([
    '1',
    '2',
    '2',
    '2',
    '3',
    '3',
    '3',
    '3',
    '4',
    '20.2601',
    '4',
  ])
  expect(lines).toContain(`http_request_seconds_bucket{le="0.005",${labels}} 1`)
  expect(lines).toContain(`http_request_seconds_bucket{le="+Inf",${labels}} 4`)
  expect(lines).toContain(
    'http_request_seconds_count{method="GET",route="/product/:id",status="404"} 1',
  )
})

test('what a label’s value may not hold is written as Prometheus reads it', () => {
  const { countAs, text } = createDurations()
  countAs('GET', 'a"b\\c\nd', 200)(1)

  expect(text()).toContain('route="a\\"b\\\\c\\nd"')
})
