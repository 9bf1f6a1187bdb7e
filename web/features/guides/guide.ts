import type { GuideName, Readers } from './guide-list.ts'

/** A part of a line: text, emphasized text, or a link to a page of the site. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; href: string }

/** A heading, a paragraph or a list of a guide. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; parts: Part[] }
  | { kind: 'list'; isOrdered: boolean; items: Part[][] }

export interface Guide {
  name: GuideName
  title: string
  summary: string
  blocks: Block[]
}

/** A guide in the list of the help page. */
export interface GuideEntry {
  name: GuideName
  readers: Readers
  title: string
  summary: string
  /** Other words for which the guide is found. */
  words: string
  headings: string[]
}
