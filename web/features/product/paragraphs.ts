/**
 * A description as it is read: a blank line after each period that ends a sentence. A period inside a
 * word or a figure (`v1.2`, `8.900`) ends none. Source: specification, public product page.
 */
export function paragraphs(description: string): string[] {
  return description
    .split(/(?<=\.)\s+|\n{2,}/)
    .map(part => part.trim())
    .filter(part => part !== '')
}
