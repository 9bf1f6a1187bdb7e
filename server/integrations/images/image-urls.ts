import { COVER_WIDTHS } from '#contract/core/limits.ts'

/** The width of the cover's file in emails, which show it 56 pixels wide. */
const MAIL_COVER_WIDTH = 320
/** The only width in which profile pictures are stored. */
const PROFILE_PICTURE_WIDTH = 320

/** Where visitors load public images from. */
export interface ImageAddress {
  /** The origin of a content delivery network in front of `/images`, or '' for the marketplace's own origin. */
  imagesOrigin: string
}

/** Returns the URL of a WebP file of a product's image, by default the largest. The AVIF files have similar URLs. */
export function buildCoverUrl(
  { imagesOrigin }: ImageAddress,
  imageKey: string,
  width: number = Math.max(...COVER_WIDTHS),
): string {
  return `${imagesOrigin}/images/${imageKey}/${width}.webp`
}

/** Returns the URL of a profile picture; null if the user has none. */
export const buildProfilePictureUrl = (
  address: ImageAddress,
  imageKey: string | null,
): string | null =>
  imageKey === null ? null : buildCoverUrl(address, imageKey, PROFILE_PICTURE_WIDTH)

/** Returns the absolute URL of a product's cover for emails. */
export const buildMailCoverUrl = (
  { imagesOrigin, publicOrigin }: ImageAddress & { publicOrigin: string },
  imageKey: string,
): string =>
  buildCoverUrl({ imagesOrigin: imagesOrigin || publicOrigin }, imageKey, MAIL_COVER_WIDTH)
