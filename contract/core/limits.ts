/** The specification counts 1 MB as 1,048,576 bytes. */
const MB = 1024 * 1024

/** Limits of user input. Source: specification, business constants and limits. */
export const LIMITS = {
  email: { max: 50 },
  password: { min: 8, max: 24 },
  username: { min: 3, max: 15 },
  bio: { max: 100 },
  social: { max: 100 },
  productName: { min: 3, max: 50 },
  description: { min: 3, max: 500 },
  /** Product prices in whole units of the installation's currency. */
  price: { min: 1, max: 999_999 },
  dynamicPrice: { max: 1_000_000 },
  imageMaxBytes: 5 * MB,
  /** Default of the setting `PRODUCT_FILE_MAX_BYTES`. */
  productFileMaxBytes: 50 * MB,
  /** The number of products on one page of a list. */
  pageSize: 24,
  /** A search, or a list with a price range, returns and counts at most this many products. */
  maxMatches: 1000,
  cartItems: 20,
  previewsPerProduct: 5,
  /** The reason that a user gives for a refund, a suspension or a report. */
  reason: { max: 300 },
  search: { max: 100 },
  testimonial: { name: { max: 60 }, trade: { max: 80 }, quote: { min: 10, max: 280 }, shown: 12 },
  /** The length of a message to support. */
  message: { max: 2000 },
  downloadsPerGrant: 10,
  grantDays: 30,
} as const

/** Image types that users can upload. The type is detected from the content, not from the file name. */
export const IMAGE_TYPES = ['jpg', 'jpeg', 'png', 'webp', 'gif'] as const

/** The sort orders of a product list. */
export const PRODUCT_SORTS = ['newest', 'best_selling', 'price_asc', 'price_desc'] as const

/** Types of product files. The type is detected from the content, not from the file name. */
export const FILE_TYPES = [
  'pdf',
  'epub',
  'doc',
  'docx',
  'xlsx',
  'pptx',
  'jpg',
  'jpeg',
  'png',
  'webp',
  'zip',
  'mp3',
  'wav',
  'mp4',
] as const

/** Widths in pixels of the cover images encoded from an upload, each as WebP and AVIF. */
export const COVER_WIDTHS = [320, 640, 960] as const

/** Sides in pixels of the square profile pictures encoded from an upload, each as WebP and AVIF. */
export const AVATAR_WIDTHS = [128, 320] as const
