import { describe, expect, test } from 'vitest'
import { DAY_SECONDS, HOUR_MS } from '#contract/core/time.ts'
import { resumesDirectPart } from './count-download.ts'

const HOUR_SECONDS = HOUR_MS / 1000

describe('a part that the object storage sends', () => {
  test.each([
    ['begins where the line broke', 500, 100, HOUR_SECONDS, true],
    ['begins where the line broke first', 500, 0, HOUR_SECONDS, true],
    ['begins at the same byte again', 100, 100, HOUR_SECONDS, false],
    ['begins earlier', 50, 100, HOUR_SECONDS, false],
    ['is the first one', 100, null, HOUR_SECONDS, false],
    ['comes a day later', 500, 100, DAY_SECONDS + 1, false],
    ['does not go to the end', null, 100, HOUR_SECONDS, false],
  ])(
    'a part that the object storage sends and that %s resumes the last one: %s after %s, %d s',
    (_, start, lastStart, age, resumes) => {
      const newest = { id: 1, ageSeconds: age, fromStart: true }

      expect(resumesDirectPart({ directStart: start }, { newest, directStart: lastStart })).toBe(
        resumes,
      )
    },
  )
})
