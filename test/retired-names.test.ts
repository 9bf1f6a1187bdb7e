import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { listRepositoryFiles } from '../scripts/repository-files.ts'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Names that the project used before it took the usual terms. None of them is allowed as an identifier or as a part of
 * a path. The glossary has the terms that replaced them. Messages and other texts for people are not checked.
 */
const RETIRED = new Set(
  `Copies Made peek KEPT_SHARE isAskedAgain Door mayPass toldOf Spellings followChanges answerWith sharedRoute sealPage
  sealedPage Gathered preparedByIds oncePerDatabase Ear listenAt onFirstUse installChecks judgeTry Tries tryOnce giveBack
  hangPicture hangCovers countAs told Told encodePortrait NotAPicture Seal Postman Letter Stationery News tellSeller
  letterOf receiveNotice heedPermissionNotice paymentNotices deskRoutes countSales holdBack holdOrder unholdOrder takeBack
  movedBy heir MOVES closePages closeOpenPages leaveSales takeSpace noteMark MARKS describeSpace publishOnce twin holdSeller
  holdProducts holdOpenUser keepFile freeFile PutAway isNamed CRUMBS tidyTrash knowsFiles stockShelves SHELVES shelfOf
  isOnShelves Deed Understood isTelling slipsBetween fold exactOf FEW_PERHAPS PATIENCE planTop admit visitorOf
  passwordOpens proveItIsThem makeLink useLink voidLinks comeBack seenAs losePermission readingToken passOn
  momentOfList toldPercent lateStart makeGood Asleep Waking Sleeper later standingOf destinationOf Standing useCounter
  useSending Sending Means Ending doubtSession forgetOnSignOut keepPreference blame openShop Shop openTown Town LogJudge
  makeWorld hangHostileProducts hangVoice hungUp lookAt calm wear furnish Furnished RACK Hung publishRack hangVoices moveIn
  whatStands clearAway Till untilAnswers noteBuilt strikeFaults NotifyWish answerOnce`.split(/\s+/),
)

const RETIRED_PATHS = new Set(
  `copies door spellings gathered on-first-use call-count growing-delay hang-picture postman letters stationery notices
  notice-signature desk one-moment page-queries space publish-once sweep shelves upkeep lettering guessing browser seen-as
  late-start early later held shell opening switches rack rest-of-shelf voices scenes told drawer no-auth act failed
  stand-in blame stage story calm look people wear furnish street light rotations sending alive moveIn chance storm million
  begin-payment announce house`.split(/\s+/),
)

/**
 * Names of tables, columns, jobs and schedules that were stored before they took the names of the code. No file may
 * contain them, except the history in `CHANGELOG.md` and the decision records. `test/stored-names.test.ts` checks the
 * names of today.
 */
const RETIRED_STORED =
  `sign_in_attempts freed_at renewing_until ask_for_order read_notice close_pages close_preference
  remove_covers send_mail resend_orders mail_verification_again mail_recovery notify_second_factor_reset
  look_for_due_orders look_for_due_withdrawals sweep_storage`.split(/\s+/)

/** Retired names that are still allowed, with the ordinary meaning in which they are used. */
const EXCEPTIONS: Record<string, string> = {
  browser: 'scripts/browser.ts finds the browser of the tests',
  drawer: 'a panel at the edge of the screen, the usual term',
}

const paths = listRepositoryFiles()

test('no path contains a retired name', () => {
  const wrong = paths.filter(
    path =>
      !path.startsWith('docs/decisions/') &&
      path
        .replace(/\.[^/]*$/, '')
        .split('/')
        .some(part => RETIRED_PATHS.has(part) && !(part in EXCEPTIONS)),
  )

  expect(paths.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})

test('no identifier is a retired name', () => {
  const found = new Map<string, string>()
  let count = 0
  for (const path of paths.filter(file => /\.tsx?$/.test(file)))
    for (const name of identifiersOf(path)) {
      count += 1
      if (RETIRED.has(name) && !(name in EXCEPTIONS)) found.set(name, path)
    }

  expect(count).toBeGreaterThan(50_000)
  expect(Object.fromEntries(found)).toEqual({})
})

test('no file contains a retired stored name', () => {
  const retired = new RegExp(`\\b(${RETIRED_STORED.join('|')})\\b`)
  const texts = paths.filter(
    path =>
      /\.(ts|tsx|mjs|md|json|yaml|yml|sql|sh)$/.test(path) &&
      !/^(CHANGELOG\.md|docs\/decisions\/.*|test\/retired-names\.test\.ts)$/.test(path),
  )
  const found = texts.flatMap(path => {
    const match = retired.exec(readFileSync(join(ROOT, path), 'utf8'))
    return match ? [`${path}: ${match[0]}`] : []
  })

  expect(texts.length).toBeGreaterThan(1000)
  expect(found).toEqual([])
})

/** Lists every identifier in the syntax tree of a file. */
function identifiersOf(path: string): string[] {
  const names: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'Identifier' && 'name' in node)
      names.push(String(node.name))
    Object.values(node).forEach(visit)
  }
  visit(parseSync(path, readFileSync(join(ROOT, path), 'utf8')).program)
  return names
}
