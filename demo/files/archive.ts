import { type Zippable, strToU8, zipSync } from 'fflate'
import type { CatalogProduct } from '../catalog/catalog.ts'
import { SAMPLE_PARAGRAPHS } from './pdf-book.ts'

/**
 * The modification date of all zip entries. It is the earliest date that the format allows, and constant so that the
 * same content gives the same file.
 */
const ZIP_TIMESTAMP = '1980-01-02T00:00:00Z'

/** Creates a zip file. The keys are the paths of its entries, the values their texts or bytes. */
export function createZip(entries: Record<string, string | Uint8Array>): Uint8Array {
  const files: Zippable = Object.fromEntries(
    Object.entries(entries).map(([path, content]) => [
      path,
      typeof content === 'string' ? strToU8(content) : content,
    ]),
  )
  return zipSync(files, { mtime: ZIP_TIMESTAMP })
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Creates an XLSX spreadsheet with one sheet, whose first row is the header. */
export function createSpreadsheet(rows: (string | number)[][]): Uint8Array {
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
  const office = 'http://schemas.openxmlformats.org'
  const main = `${office}/spreadsheetml/2006/main`
  const links = `${office}/officeDocument/2006/relationships`
  const packaged = `${office}/package/2006`
  const sheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return createZip({
    '[Content_Types].xml': `${XML}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetMl}.worksheet+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${links}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="Planilla" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${main}"><sheetData>${rows.map(row => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  })
}

/** Creates an EPUB book with sample text in every chapter. */
export function createEpub({ name, seller }: CatalogProduct, chapters: string[]): Uint8Array {
  const page = (title: string, body: string) =>
    `${XML}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="es"><head><title>${escapeXml(title)}</title></head><body>${body}</body></html>`
  const pages = chapters.map((chapter, index): [string, string] => [
    `OEBPS/${index + 1}.xhtml`,
    page(
      chapter,
      `<h1>${escapeXml(chapter)}</h1>${SAMPLE_PARAGRAPHS.map(text => `<p>${text}</p>`).join('')}`,
    ),
  ])
  const items = chapters.map(
    (_, index) =>
      `<item id="c${index + 1}" href="${index + 1}.xhtml" media-type="application/xhtml+xml"/>`,
  )
  const toc = chapters.map(
    (chapter, index) => `<li><a href="${index + 1}.xhtml">${escapeXml(chapter)}</a></li>`,
  )
  const order = chapters.map((_, index) => `<itemref idref="c${index + 1}"/>`)
  const files = zipSync(
    {
      // EPUB requires `mimetype` to be the first entry of the zip, uncompressed.
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      'META-INF/container.xml': strToU8(
        `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
      ),
      'OEBPS/book.opf': strToU8(
        `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:kiosko:${seller}:${pages.length}</dc:identifier><dc:title>${escapeXml(name)}</dc:title><dc:language>es</dc:language><dc:creator>@${seller}</dc:creator><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}</manifest><spine>${order.join('')}</spine></package>`,
      ),
      'OEBPS/nav.xhtml': strToU8(page(name, `<nav epub:type="toc"><ol>${toc.join('')}</ol></nav>`)),
      ...Object.fromEntries(pages.map(([path, text]) => [path, strToU8(text)])),
    },
    { mtime: ZIP_TIMESTAMP },
  )
  return files
}
