import {
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFContext,
  PDFObjectCopier,
  PDFPage,
  PDFPageLeaf,
  PDFPageTree,
  PDFRawStream,
  PDFRef,
  PDFStream,
  decodePDFRawStream,
} from '@cantoo/pdf-lib'
import { SAMPLE_LIMITS } from '#contract/files/sample-rules.ts'
import type { CutterOutput } from './cutter.ts'
import { countSamplePages } from '#contract/files/sample-rules.ts'

/**
 * What is copied of a page. The rest can lead to other pages (annotations, threads, the structure tree) or hold the
 * whole document in another form (private data of the program that made it).
 */
const PAGE_KEYS = new Set(
  'Type MediaBox CropBox BleedBox TrimBox ArtBox Rotate UserUnit Resources Contents Group'.split(
    ' ',
  ),
)
/** What is left out of images and of content that pages draw, for the same reason. */
const DROPPED_STREAM_KEYS =
  'PieceInfo Metadata AF OPI Ref Alternates StructParent StructParents Measure PtData ID'
    .split(' ')
    .map(key => PDFName.of(key))
const RESOURCE_KINDS = 'ExtGState ColorSpace Pattern Shading XObject Font Properties ProcSet'.split(
  ' ',
)

const PARENT = PDFName.of('Parent')
const CONTENTS = PDFName.of('Contents')
const RESOURCES = PDFName.of('Resources')
const SUBTYPE = PDFName.of('Subtype')
const XOBJECT = PDFName.of('XObject')
const FORM = PDFName.of('Form')
const CHAR_PROCS = PDFName.of('CharProcs')

/** Thrown if a page of the sample leads to another page, or is not what a page has to be. */
class UnreadablePage extends Error {}

/**
 * Cuts the sample of a PDF document: copies its first pages into a new document. The server does this in a process of
 * its own.
 */
export async function cutPdf(bytes: Uint8Array): Promise<CutterOutput> {
  let source: PDFDocument
  try {
    source = await PDFDocument.load(bytes, { updateMetadata: false })
  } catch (error) {
    return { refusal: error instanceof EncryptedPDFError ? 'encrypted' : 'unreadable' }
  }
  try {
    const pages = source.getPages()
    const wanted = countSamplePages(pages.length)
    if (wanted === 0) return { refusal: pages.length === 0 ? 'unreadable' : 'too_few_pages' }
    const drawn = new Set<PDFObject>()
    for (const { node } of pages.slice(0, wanted)) cleanPage(node, drawn)
    // Pages with large pictures can be too large together.
    for (let count = wanted; count > 0; count -= 1) {
      const sample = await copyPages(source, pages.slice(0, count), drawn)
      if (sample.length <= SAMPLE_LIMITS.maxBytes)
        return { base64: Buffer.from(sample).toString('base64'), length: count }
    }
    return { refusal: 'too_large' }
  } catch {
    return { refusal: 'unreadable' }
  }
}

/** Copies pages into a new document, which has nothing else of the other one. */
async function copyPages(
  source: PDFDocument,
  pages: readonly PDFPage[],
  drawn: ReadonlySet<PDFObject>,
): Promise<Uint8Array> {
  const target = await PDFDocument.create({ updateMetadata: false })
  const copier = PDFObjectCopier.for(source.context, target.context)
  for (const { node } of pages) {
    const copy = copier.copy(node)
    target.addPage(PDFPage.of(copy, target.context.register(copy), target))
  }
  copyLayers(source, target, layer => (drawn.has(layer) ? copier.copy(layer) : undefined))
  return target.save({ addDefaultPage: false, updateFieldAppearances: false })
}

/**
 * Copies which layers of the pages the document hides when it is opened. Without this all of them would be shown.
 * @param copyDrawn copies a layer; returns undefined if no page of the sample has it
 */
function copyLayers(
  source: PDFDocument,
  target: PDFDocument,
  copyDrawn: (layer: PDFRef) => PDFRef | undefined,
): void {
  const properties = source.catalog.lookup(PDFName.of('OCProperties'))
  if (!(properties instanceof PDFDict)) return
  const settings = properties.lookup(PDFName.of('D'))
  const copyList = (dict: PDFObject | undefined, key: string): PDFRef[] => {
    const list = dict instanceof PDFDict ? dict.lookup(PDFName.of(key)) : undefined
    if (!(list instanceof PDFArray)) return []
    return list.asArray().flatMap(layer => (layer instanceof PDFRef && copyDrawn(layer)) || [])
  }
  const layers = copyList(properties, 'OCGs')
  if (layers.length === 0) return
  const base = settings instanceof PDFDict ? settings.lookup(PDFName.of('BaseState')) : undefined
  target.catalog.set(
    PDFName.of('OCProperties'),
    target.context.obj({
      OCGs: layers,
      D: {
        BaseState: base === PDFName.of('OFF') ? 'OFF' : 'ON',
        OFF: copyList(settings, 'OFF'),
        ON: copyList(settings, 'ON'),
      },
    }),
  )
}

/**
 * Removes from a page all that it neither is nor draws.
 * @param drawn gets all that the page draws, also by references
 */
function cleanPage(page: PDFPageLeaf, drawn: Set<PDFObject>): void {
  // What the page inherits is set on the page itself, since all pages can share it.
  const resources = page.Resources()
  for (const [key] of page.entries())
    if (key !== PARENT && !PAGE_KEYS.has(key.decodeText())) page.delete(key)
  page.set(RESOURCES, pickResources(page.context, resources, readContent(page.lookup(CONTENTS))))
  cleanReachable(page, drawn)
}

/**
 * Cleans what a page draws: each form, pattern and font keeps of its resources what it uses.
 * @throws UnreadablePage if one of them leads to another page
 */
function cleanReachable(page: PDFPageLeaf, drawn: Set<PDFObject>): void {
  const { context } = page
  const waiting = page.entries().flatMap(([key, value]) => (key === PARENT ? [] : [value]))
  for (;;) {
    const next = waiting.pop()
    if (next === undefined) return
    if (drawn.has(next)) continue
    drawn.add(next)
    if (next instanceof PDFRef) {
      const object = context.lookup(next)
      if (object) waiting.push(object)
      continue
    }
    if (next instanceof PDFPageLeaf || next instanceof PDFPageTree)
      throw new UnreadablePage('a page leads to another one')
    if (next instanceof PDFArray) waiting.push(...next.asArray())
    const dict = next instanceof PDFStream ? next.dict : next
    if (!(dict instanceof PDFDict)) continue
    if (next instanceof PDFStream) for (const key of DROPPED_STREAM_KEYS) dict.delete(key)
    const resources = dict.lookup(RESOURCES)
    if (resources instanceof PDFDict) {
      const content =
        next instanceof PDFStream
          ? readContent(next)
          : readContent(...getValues(dict.lookup(CHAR_PROCS)))
      dict.set(RESOURCES, pickResources(context, resources, content))
    }
    waiting.push(...dict.values())
  }
}

const getValues = (dict: PDFObject | undefined): PDFObject[] =>
  dict instanceof PDFDict ? dict.values().flatMap(value => dict.context.lookup(value) ?? []) : []

/**
 * Returns a copy of resources with those that a content names. Programs that make documents let all pages share the
 * resources, so they hold the pictures of the later pages too.
 */
function pickResources(
  context: PDFContext,
  resources: PDFDict | undefined,
  content: string,
): PDFDict {
  const picked = PDFDict.withContext(context)
  if (!resources) return picked
  const names = findNames(content)
  // A form without resources of its own draws with those of the page.
  for (let size = -1; size !== names.size;) {
    size = names.size
    for (const form of namedEntries(resources.lookup(XOBJECT), names)) {
      const isForm = form instanceof PDFStream && form.dict.lookup(SUBTYPE) === FORM
      if (isForm && !form.dict.has(RESOURCES))
        for (const name of findNames(readContent(form))) names.add(name)
    }
  }
  for (const kind of RESOURCE_KINDS) {
    const key = PDFName.of(kind)
    const all = resources.lookup(key)
    if (all instanceof PDFDict) {
      const used = PDFDict.withContext(context)
      for (const [name, value] of all.entries())
        if (names.has(name.decodeText())) used.set(name, value)
      picked.set(key, used)
    } else if (all instanceof PDFArray) picked.set(key, all)
  }
  return picked
}

function namedEntries(dict: PDFObject | undefined, names: ReadonlySet<string>): PDFObject[] {
  if (!(dict instanceof PDFDict)) return []
  return dict
    .entries()
    .flatMap(([name, value]) =>
      names.has(name.decodeText()) ? (dict.context.lookup(value) ?? []) : [],
    )
}

/**
 * Finds all names in a content stream. What looks like a name in a text or an inline image is found too, so that more
 * can be kept than is drawn, and never less.
 */
function findNames(content: string): Set<string> {
  const names = content.matchAll(/\/([^\0\t\n\f\r ()<>[\]{}/%]+)/g)
  return new Set(Array.from(names, ([, name]) => PDFName.of(name!).decodeText()))
}

/**
 * Reads content streams as text of one byte a character, also if they are in arrays.
 * @throws Error if a stream cannot be decoded
 */
function readContent(...objects: (PDFObject | undefined)[]): string {
  return objects
    .map(object => {
      if (object instanceof PDFArray)
        return readContent(...object.asArray().map((_, index) => object.lookup(index)))
      if (object instanceof PDFRawStream)
        return Buffer.from(decodePDFRawStream(object).decode()).toString('latin1')
      return ''
    })
    .join('\n')
}
