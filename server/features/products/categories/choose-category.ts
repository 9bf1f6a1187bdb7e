import type { CategoryProposal } from '#contract/products/categories.ts'
import type { FileType } from '#contract/core/limits.ts'
import { normalizeText } from '#server/db/search-words.ts'
import { CATEGORIES } from './seed.ts'

/** What is known of a product that has no category yet. */
export interface CategoryClues {
  name: string
  /** The type of its first file. */
  fileType?: FileType | undefined
  /** The slugs of the seller's last product. */
  lastProduct?: { category: string; subcategory: string } | undefined
}

/** The slugs of a proposed category, and what it was chosen by. */
interface ChosenCategory {
  category: string
  /** Missing if nothing speaks for one of its subcategories. */
  subcategory?: string | undefined
  reason: CategoryProposal['reason']
}

/**
 * The categories in which files of a type are common. The first one is proposed if nothing else is known. Other types,
 * such as archives, say nothing.
 */
const CATEGORIES_OF_FILE_TYPES: Partial<Record<FileType, readonly [string, ...string[]]>> = {
  epub: ['books'],
  xlsx: ['sheets', 'templates', 'code'],
  pptx: ['templates', 'courses', 'school'],
  jpg: ['design', 'photo', 'crafts', 'templates'],
  jpeg: ['design', 'photo', 'crafts', 'templates'],
  png: ['design', 'photo', 'crafts', 'templates'],
  webp: ['design', 'photo', 'crafts', 'templates'],
  mp3: ['music', 'courses'],
  wav: ['music'],
  mp4: ['courses', 'photo'],
}
/** A document can be anything, and is a book or a guide more often than anything else. */
const CATEGORY_OF_DOCUMENTS = 'books'
const DOCUMENT_TYPES: readonly FileType[] = ['pdf', 'doc', 'docx']

/**
 * Chooses the category of a product: by the words of its name, or else that of the seller's last product if it fits the
 * file, or else that of such files. Undefined if nothing speaks for one.
 */
export function chooseCategory(clues: CategoryClues): ChosenCategory | undefined {
  return chooseByName(clues) ?? repeatLast(clues) ?? chooseByFile(clues)
}

function chooseByName(clues: CategoryClues): ChosenCategory | undefined {
  const { name, lastProduct } = clues
  const nameWords = normalizeText(name).match(/[\p{L}\p{N}]+/gu) ?? []
  const countMatches = (words: readonly string[]) =>
    nameWords.filter(nameWord => words.some(word => isMatch(nameWord, word))).length

  let best: (ChosenCategory & { score: number }) | undefined
  for (const { slug: category, words, subcategories } of CATEGORIES) {
    const general = countMatches(words)
    const last = lastProduct?.category === category ? lastProduct.subcategory : undefined
    const candidates: { subcategory: string | undefined; matches: number }[] = [
      { subcategory: last, matches: 0 },
      ...subcategories.map(({ slug, words }) => ({
        subcategory: slug,
        matches: countMatches(words),
      })),
    ]
    for (const { subcategory, matches } of candidates) {
      if (general + matches === 0) continue
      // The word of a subcategory says more than that of a category. What else is known decides between equals.
      const score =
        10 * matches +
        5 * general +
        (last !== undefined && last === subcategory ? 2 : 0) +
        (last ? 1 : 0) +
        (fitsFile(clues, category) ? 1 : 0)
      if (!best || score > best.score) best = { category, subcategory, score, reason: 'name' }
    }
  }
  return best && { category: best.category, subcategory: best.subcategory, reason: best.reason }
}

const isMatch = (nameWord: string, word: string): boolean =>
  word.endsWith('*') ? nameWord.startsWith(word.slice(0, -1)) : nameWord === word

function repeatLast({ lastProduct, fileType }: CategoryClues): ChosenCategory | undefined {
  if (!lastProduct) return undefined
  const usual = fileType && CATEGORIES_OF_FILE_TYPES[fileType]
  if (usual && !usual.includes(lastProduct.category)) return undefined
  return { ...lastProduct, reason: 'last_product' }
}

function chooseByFile({ fileType }: CategoryClues): ChosenCategory | undefined {
  if (!fileType) return undefined
  const category = DOCUMENT_TYPES.includes(fileType)
    ? CATEGORY_OF_DOCUMENTS
    : CATEGORIES_OF_FILE_TYPES[fileType]?.[0]
  return category === undefined ? undefined : { category, reason: 'file_type' }
}

const fitsFile = ({ fileType }: CategoryClues, category: string): boolean =>
  fileType !== undefined &&
  (DOCUMENT_TYPES.includes(fileType)
    ? category === CATEGORY_OF_DOCUMENTS
    : (CATEGORIES_OF_FILE_TYPES[fileType]?.includes(category) ?? false))
