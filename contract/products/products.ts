import * as z from 'zod/mini'
import { endpoint } from '../core/endpoint.ts'
import { IMAGE_ERRORS } from '../core/errors.ts'
import {
  Currency,
  Flag,
  IdText,
  IsoDateTime,
  integerText,
  issueKey,
  optionalName,
  optionalText,
  requiredName,
  requiredText,
} from '../core/fields.ts'
import { AI_USES, LIMITS } from '../core/limits.ts'
import { hasCents, parseAmount, parseWholeAmount } from '../core/parse-amount.ts'
import { OFFER_KINDS } from '../prices/offer-rules.ts'
import { SALE_OBSTACLES } from './sale-obstacles.ts'
import { PRODUCT_STATES } from './state-rules.ts'
import { CategoryName } from './categories.ts'
import { BumpTerms } from '../prices/bumps.ts'
import { Pack } from '../prices/packs.ts'
import { GUARANTEE_DAYS } from './guarantee.ts'
import { splitPoints } from './points.ts'
import { VIDEO_URL_MAX, buildVideoUrl, parseVideoUrl } from './video.ts'

const readPrice = (price: string | number): number =>
  typeof price === 'string' ? (parseWholeAmount(price) ?? NaN) : price

/**
 * A price in whole units of the installation's currency, also as people write it: `1.500`, `$ 1500,00`. Source:
 * specification, validation of products.
 */
export const Price = z.pipe(
  z.union(
    [
      z.number(),
      z.string().check(
        z.refine(text => parseAmount(text) !== undefined, {
          error: issueKey('issue_price'),
          abort: true,
        }),
        z.refine(text => !hasCents(text), issueKey('issue_cents')),
      ),
    ],
    { error: issueKey('issue_price') },
  ),
  z.pipe(
    z.transform(readPrice),
    z
      .int(issueKey('issue_price'))
      .check(
        z.minimum(LIMITS.price.min, issueKey('issue_price')),
        z.maximum(LIMITS.price.max, issueKey('issue_price')),
      ),
  ),
)

const ProductName = requiredName(
  LIMITS.productName.min,
  LIMITS.productName.max,
  'issue_name_short',
  'issue_name_long',
  'issue_name_required',
)
const Description = requiredText(
  LIMITS.description.min,
  LIMITS.description.max,
  'issue_description_short',
  'issue_description_long',
  'issue_description_required',
)
/** The days of the seller's guarantee; an empty text and 0 are none. */
const GuaranteeDays = z.pipe(
  z.pipe(
    z.transform(value => (value === '' ? 0 : value)),
    integerText('issue_guarantee', 0, GUARANTEE_DAYS.max),
  ),
  z
    .number()
    .check(z.refine(days => days === 0 || days >= GUARANTEE_DAYS.min, issueKey('issue_guarantee'))),
)

/** A longer text is refused before it is split, so that none takes long. */
const POINTS_TEXT_MAX = 5 * LIMITS.points.count * LIMITS.points.max
const Points = optionalText(POINTS_TEXT_MAX, 'issue_point_long').check(
  z.overwrite(text => splitPoints(text).join('\n')),
  z.refine(text => splitPoints(text).length <= LIMITS.points.count, issueKey('issue_points_many')),
  z.refine(
    text => splitPoints(text).every(point => point.length <= LIMITS.points.max),
    issueKey('issue_point_long'),
  ),
)

/** The address of a video, of which nothing but the provider and the id remains; an empty text is none. */
const VideoUrl = optionalText(VIDEO_URL_MAX, 'issue_video').check(
  z.refine(text => text === '' || parseVideoUrl(text) !== undefined, {
    error: issueKey('issue_video'),
    abort: true,
  }),
  z.overwrite(text => {
    const video = parseVideoUrl(text)
    return video ? buildVideoUrl(video) : text
  }),
)

const MAX_ID = 2_147_483_647
const categoryId = integerText('issue_category', 1, MAX_ID)
const subcategoryId = integerText('issue_subcategory', 1, MAX_ID)

/** The price that a seller suggests where buyers choose it, in whole units; an empty text and 0 are none. */
const SuggestedPrice = z.pipe(
  z.transform((value: string | number) => (value === '' ? 0 : value)),
  Price,
)

/** The price of an offer, in whole units; an empty text and 0 are none. */
const OfferPrice = SuggestedPrice

/** When an offer ends; an empty text is no time. */
const OfferUntil = optionalText(40, 'issue_offer_until').check(
  z.refine(text => text === '' || !Number.isNaN(Date.parse(text)), issueKey('issue_offer_until')),
)

interface OfferFields {
  price: number
  isPriceDynamic: boolean
  offerPrice?: number | undefined
  offerUntil?: string | undefined
}
/** Compares the prices although the category, which is chosen later, is missing. */
const hasOfferPrice = ({ value }: { value: unknown }) => {
  const { price, offerPrice } = Object(value) as Record<string, unknown>
  return typeof price === 'number' && typeof offerPrice === 'number' && offerPrice > 0
}

/** The rules for an offer: it is below a fixed price, and has an end. */
const isBelowPrice = z.refine<OfferFields>(
  ({ price, isPriceDynamic, offerPrice = 0 }) => !isPriceDynamic && offerPrice < price,
  { error: issueKey('issue_offer_price'), path: ['offerPrice'], when: hasOfferPrice },
)
const hasEnd = z.refine<OfferFields>(({ offerUntil = '' }) => offerUntil !== '', {
  error: issueKey('issue_offer_until'),
  path: ['offerUntil'],
  when: hasOfferPrice,
})

/** The rule for a suggested price: where buyers choose the price, it is at least the lowest one. */
const isAtLeastMinimum = z.refine<{
  price: number
  isPriceDynamic: boolean
  suggestedPrice?: number | undefined
}>(
  ({ price, isPriceDynamic, suggestedPrice = 0 }) =>
    !isPriceDynamic || suggestedPrice === 0 || suggestedPrice >= price,
  {
    error: issueKey('issue_suggested_price'),
    path: ['suggestedPrice'],
    // The prices are compared although the category, which is chosen later, is missing.
    when: ({ value }) => {
      const { price, suggestedPrice } = Object(value) as Record<string, unknown>
      return typeof price === 'number' && typeof suggestedPrice === 'number'
    },
  },
)

const productFields = z.object({
  name: ProductName,
  price: Price,
  isPriceDynamic: Flag,
  suggestedPrice: z.optional(SuggestedPrice),
  /**
   * A lower price that is asked until `offerUntil`, at most 60 days; an empty text and 0 are none. `price` comes after
   * it.
   */
  offerPrice: z.optional(OfferPrice),
  offerUntil: z.optional(OfferUntil),
  guaranteeDays: z.optional(GuaranteeDays),
  /** How much of it an artificial intelligence made; an empty text says nothing. */
  aiUse: z.optional(z.enum(['', ...AI_USES], issueKey('issue_invalid'))),
  section: z.optional(optionalName(LIMITS.section.max)),
  isFirst: z.optional(Flag),
  description: Description,
  /** What the product includes: up to five points of up to 80 characters, one on each line. Empty lines are dropped. */
  points: z.optional(Points),
  /** Markdown without HTML: headings, lists, bold, italics and links. */
  about: z.optional(optionalText(LIMITS.about.max, 'issue_about_long')),
  /** The address of a video on YouTube or Vimeo, as people copy it; an empty text is none. */
  videoUrl: z.optional(VideoUrl),
  categoryId,
  subcategoryId,
})

/** The text fields of the product form. The form is sent as multipart together with the product file and the cover. */
export const ProductForm = productFields.check(isAtLeastMinimum, isBelowPrice, hasEnd)
export type ProductForm = z.infer<typeof ProductForm>

/** The prices of a product, of which a change can contain some only. */
export const ProductPrices = z
  .object({
    price: z.int(),
    isPriceDynamic: z.boolean(),
    suggestedPrice: z.int(),
    offerPrice: z.optional(z.int()),
    offerUntil: z.optional(z.string()),
  })
  .check(isAtLeastMinimum, isBelowPrice, hasEnd)

export const ProductChanges = z.partial(productFields)
export type ProductChanges = z.infer<typeof ProductChanges>

/** The fields that every product has as it was published: columns of the same names, which replies show as they are. */
export const plainFields = {
  name: z.string(),
  description: z.string(),
  isPriceDynamic: z.boolean(),
  /**
   * The number of days after the delivery during which the seller guarantees to give the money back, if these are more
   * than the right of withdrawal grants; 0 without a guarantee.
   */
  guaranteeDays: z.int(),
  /** How much of it an artificial intelligence made, as its seller says; null if the seller says nothing. */
  aiUse: z.nullable(z.enum(AI_USES)),
  /** The section of the kiosk that shows it, as its seller calls it; empty without one. */
  section: z.string(),
  /** Whether the kiosk shows it before its sections. */
  isFirst: z.boolean(),
}

export const Product = z.object({
  id: z.int(),
  /**
   * The name in the address of the product's page, `/product/<id>/<slug>`; empty if none of its characters fits there.
   */
  slug: z.string(),
  username: z.string(),
  ...plainFields,
  price: z.int(),
  currency: Currency,
  /**
   * The offer that `price` is the price of: what the product costs after `until`, and whether that is shown struck out,
   * since no lower price was asked in the 30 days before. Null without an offer.
   */
  offer: z.nullable(
    z.object({ listPrice: z.int(), until: IsoDateTime, kind: z.enum(OFFER_KINDS) }),
  ),
  deleted: z.boolean(),
  category: CategoryName,
  subcategory: CategoryName,
  /**
   * The URL of the cover as WebP with a width of 960 pixels: `/images/<key>/960.webp`, behind the origin
   * of a content delivery network if the installation has one. The same folder has the widths 320, 640 and 960, each as
   * `.webp` and `.avif`.
   */
  imageFile: z.string(),
  /**
   * The files that buyers download: how many they are, their file extensions in capitals, each once, their size in
   * bytes together, and the number of pages if all are PDF files; null otherwise, and if it is unknown.
   */
  files: z.object({
    count: z.int(),
    types: z.array(z.string()),
    sizeBytes: z.int(),
    pages: z.nullable(z.int()),
  }),
})
export type Product = z.infer<typeof Product>

/** A preview image of a product. `imageFile` is a URL in the same format as that of a product's cover. */
export const PreviewImage = z.object({ id: z.int(), imageFile: z.string() })
export type PreviewImage = z.infer<typeof PreviewImage>

/** Why a product file was refused: malware was found, or it is larger than the scanner reads. */
export const FILE_REFUSALS = ['malware', 'too_large'] as const
export type FileRefusal = (typeof FILE_REFUSALS)[number]

/** A product as its own seller sees it. */
export const OwnProduct = z.extend(Product, {
  createdAt: IsoDateTime,
  updatedAt: IsoDateTime,
  state: z.enum(PRODUCT_STATES),
  /** Why the product is not for sale; null if it is. */
  saleObstacle: z.nullable(z.enum(SALE_OBSTACLES)),
  salesCount: z.int(),
  /** The number of orders by which people got the product for nothing, and downloaded files. */
  freeCopies: z.int(),
  /** The number of people who asked for an email when the product can be bought. */
  waitingCount: z.int(),
  /**
   * When and why an admin took the product down; null if the product is not taken down. Only the seller can see a
   * product that is taken down.
   */
  takenDown: z.nullable(z.object({ at: IsoDateTime, reason: z.string() })),
  /**
   * The scan of a file that is not on sale: it was refused, or waits for its scan. `isOnSale` tells whether the product
   * is on sale nevertheless, with its other files or an earlier version of this one; otherwise only the seller can see
   * it. Null if there is no such file.
   */
  fileScan: z.nullable(
    z.object({
      state: z.enum(['waiting', 'refused']),
      refusal: z.nullable(z.enum(FILE_REFUSALS)),
      /** The scanner's name for the malware. */
      signature: z.nullable(z.string()),
      fileName: z.string(),
      isOnSale: z.boolean(),
    }),
  ),
  /** What the product sells together, if it is a pack; null otherwise. */
  pack: z.nullable(Pack),
  /** The preview images in the sequence in which they are shown, at most eight. */
  previews: z.array(PreviewImage),
  /**
   * When its seller changed the product last without publishing that, and when that is published by itself; null if
   * nothing is unpublished.
   */
  unpublished: z.nullable(z.object({ savedAt: IsoDateTime, publishAt: z.nullable(IsoDateTime) })),
})
export type OwnProduct = z.infer<typeof OwnProduct>

/** The fields that the page of one product has and lists omit. */
export const detailFields = {
  /** What the product includes, as up to five texts of one line; empty if its seller wrote nothing. */
  points: z.array(z.string()),
  /**
   * The price that the seller suggests to buyers who choose it, in whole units: at least `price`. 0 without a
   * suggestion, and where the price is fixed.
   */
  suggestedPrice: z.int(),
  /**
   * The text about the product in Markdown; empty without one. Whoever renders it must escape HTML and refuse links
   * that are not `http`, `https` or `mailto`.
   */
  about: z.string(),
  /**
   * The address of the page of a video: `https://www.youtube.com/watch?v=…` or `https://vimeo.com/…`; null without one.
   */
  videoUrl: z.nullable(z.string()),
}

/** One of the seller's own products with its texts that the list omits. */
export const OwnProductDetail = z.extend(OwnProduct, {
  ...detailFields,
  bump: z.nullable(BumpTerms),
})
export type OwnProductDetail = z.infer<typeof OwnProductDetail>

/** A product as the public sees it. `hasAuth` tells whether the seller has linked a payment account and can be paid. */
export const PublicProduct = z.extend(Product, {
  hasAuth: z.boolean(),
  /** Whether the seller has paused the sale, or that of a part of the pack. Lists have no such products. */
  isPaused: z.boolean(),
  /** The average number of stars, with one decimal, and the number of reviews; null if there are none. */
  rating: z.nullable(z.object({ average: z.number(), count: z.int() })),
})
export type PublicProduct = z.infer<typeof PublicProduct>

const byId = z.object({ id: IdText })
export const listOwnProducts = endpoint({
  method: 'GET',
  path: '/product/list',
  summary: "List the seller's own products, newest first",
  access: 'verified',
  cacheTags: ['Products'],
  reply: z.object({ products: z.array(OwnProduct) }),
})

export const getOwnProduct = endpoint({
  method: 'GET',
  path: '/product/:id',
  summary: "Get one of the seller's own products",
  access: 'owner',
  cacheTags: ['Product'],
  params: byId,
  reply: OwnProductDetail,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

const productErrors = [
  'ERROR_MISSING_PRODUCT_DATA',
  ...IMAGE_ERRORS,
  'ERROR_UPLOADING_PRODUCT_FILE',
  'ERROR_CATEGORY_NOT_FOUND',
  'ERROR_SUBCATEGORY_NOT_FOUND',
  'ERROR_DIRECTORY_SIZE_EXCEEDED',
  'ERROR_UPLOADING_FILES',
  'ERROR_FILE_ABOVE_SCAN_LIMIT',
  'ERROR_UPLOAD_TOO_SLOW',
] as const

export const createProduct = endpoint({
  method: 'POST',
  path: '/product/create',
  summary: 'Publish a product',
  idempotent: true,
  access: 'verified',
  captcha: { action: 'create_product_form', in: 'header' },
  form: ProductForm,
  files: ['image_file', 'product_file'],
  reply: OwnProductDetail,
  status: 201,
  errors: productErrors,
})

export const updateProduct = endpoint({
  method: 'PUT',
  path: '/product/update/:id',
  summary: 'Change the given fields and files of a product',
  access: 'owner',
  captcha: { action: 'update_product_form', in: 'header' },
  params: byId,
  form: ProductChanges,
  files: ['image_file', 'product_file'],
  reply: OwnProductDetail,
  errors: ['ERROR_PRODUCT_NOT_FOUND', ...productErrors],
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/product/delete/:id',
  summary: 'Withdraw a product; its buyers can still download it',
  access: 'owner',
  cacheTags: ['Products', 'Space'],
  captcha: { action: 'delete_product_form', in: 'header' },
  params: byId,
  errors: ['ERROR_PRODUCT_NOT_FOUND'],
})

/** The states that end the sale, for which nobody has to prove anything. */
const NOT_SOLD: readonly unknown[] = ['paused', 'archived']

/**
 * Pauses the sale of a product, archives it, or sells it again. The payment pages that buyers have open are closed;
 * whoever has paid gets the files. Answers 409 ERROR_PRODUCT_STATE if the product cannot be changed from its state to
 * this one.
 */
export const setProductState = endpoint({
  method: 'PUT',
  path: '/product/:id/state',
  summary: 'Pause a product, archive it or sell it again',
  access: 'owner',
  captcha: {
    action: 'update_product_form',
    in: 'header',
    isNeeded: body => !NOT_SOLD.includes(Object(body).state),
  },
  cacheTags: ['Products', 'Product'],
  params: byId,
  body: z.object({ state: z.enum(PRODUCT_STATES) }),
  reply: OwnProduct,
  errors: ['ERROR_PRODUCT_NOT_FOUND', 'ERROR_PRODUCT_STATE'],
})
