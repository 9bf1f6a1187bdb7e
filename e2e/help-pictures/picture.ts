import type { Locator, Page } from '@playwright/test'
import type { Locale } from '#messages/runtime'
import type { GuideName } from '#web/features/guides/guide-list.ts'
import type { PictureData } from './picture-data.ts'

/** A picture of a guide, and how to reach what it shows. */
export interface HelpPicture {
  guide: GuideName
  /** The name by which the text of the guide shows it. */
  name: string
  viewer: 'visitor' | 'seller' | 'unlinkedSeller'
  address: (data: PictureData) => string
  /** Brings the open page into the state, and returns the elements that the picture is cropped to. */
  reach: (page: Page, options: { locale: Locale }) => Promise<Locator | Locator[]>
}
