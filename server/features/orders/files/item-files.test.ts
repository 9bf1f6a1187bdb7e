import { expect, test } from 'vitest'
import { type ItemFileVersion, chooseItemFiles } from './item-files.ts'

interface Version extends ItemFileVersion {
  name: string
}

const version = (name: string, more: Partial<Version> = {}): Version => ({
  name,
  itemId: 1,
  slotId: 1,
  title: null,
  isAdded: false,
  isBought: false,
  isNewest: false,
  isInfected: false,
  ...more,
})
const bought = (more: Partial<Version> = {}) => version('bought', { isBought: true, ...more })
const newest = (more: Partial<Version> = {}) => version('newest', { isNewest: true, ...more })

test.each<[string, Version[], [string, string | null][]]>([
  ['a file that was never replaced', [bought({ isNewest: true })], [['bought', null]]],
  ['a file that was replaced', [bought(), newest()], [['newest', 'bought']]],
  ['a file whose newest version was refused', [bought()], [['bought', null]]],
  [
    'a file whose newest version is infected',
    [bought(), newest({ isInfected: true })],
    [['bought', null]],
  ],
  [
    'an infected file that was replaced by a clean one',
    [bought({ isInfected: true }), newest()],
    [['newest', null]],
  ],
  [
    'an infected file without another version',
    [bought({ isNewest: true, isInfected: true })],
    [['bought', null]],
  ],
  [
    'a file that was added later',
    [bought({ isNewest: true }), newest({ slotId: 2, isAdded: true })],
    [
      ['bought', null],
      ['newest', null],
    ],
  ],
  [
    'two files of which one was replaced',
    [bought(), newest(), bought({ slotId: 2, isNewest: true })],
    [
      ['newest', 'bought'],
      ['bought', null],
    ],
  ],
])('the buyer of %s gets the right versions', (_, versions, expected) => {
  const chosen = chooseItemFiles(versions)

  expect(chosen.map(({ file, bought: former }) => [file.name, former?.name ?? null])).toEqual(
    expected,
  )
})
