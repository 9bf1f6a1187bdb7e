import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { getTermsVersion } from './documents.ts'
import {
  LEGAL_DOCUMENTS,
  LEGAL_VERSIONS,
  type LegalDocumentName,
  WITHDRAWAL_PARAGRAPHS,
} from './texts.ts'

const TEXTS: Record<LegalDocumentName, unknown> = {
  terms: [LEGAL_DOCUMENTS.terms, WITHDRAWAL_PARAGRAPHS],
  privacy: LEGAL_DOCUMENTS.privacy,
}
const digest = (text: unknown) =>
  createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 16)

/** After a change of a text, its day in `LEGAL_VERSIONS` and its row here are renewed. */
test.each<[LegalDocumentName, version: string, digest: string]>([
  ['terms', '2026-11-26', '56850a9bccb5b2d4'],
  ['privacy', '2026-11-27', '565a4c8ac2bd654a'],
])('the text of the %s is the one of its version', (name, version, expected) => {
  expect([LEGAL_VERSIONS[name], digest(TEXTS[name])]).toEqual([version, expected])
})

test.each([
  ['https://kiosko.test/legal/terms', LEGAL_VERSIONS.terms],
  ['https://lawyer.test/terms-7.pdf', 'https://lawyer.test/terms-7.pdf'],
])('an installation that publishes the terms at %s has the version %s', (termsPdfUrl, version) => {
  expect(getTermsVersion({ termsPdfUrl, publicOrigin: 'https://kiosko.test' })).toBe(version)
})
