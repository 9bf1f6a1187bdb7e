import type { GuideName, Readers } from './guide-list.ts'

/** A part of a line: text, emphasized text, or a link to a page of the site. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; href: string }

/** A picture of a screen, in both themes. Its size is in CSS pixels; the files have two pixels for each. */
export interface Picture {
  alt: string
  light: string
  dark: string
  width: number
  height: number
}

/** A heading, a paragraph, a list or a picture of a guide. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; parts: Part[] }
  | { kind: 'list'; isOrdered: boolean; items: Part[][] }
  | { kind: 'picture'; picture: Picture }

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
