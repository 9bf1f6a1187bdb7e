/** 1 MB of the specification is 1,048,576 bytes. */
const MB = 1024 * 1024

/** What a person may type, choose and upload. Source: specification, business constants and limits. */
export const LIMITS = {
  email: { max: 50 },
  password: { min: 8, max: 24 },
  username: { min: 3, max: 15 },
  bio: { max: 100 },
  social: { max: 100 },
  productName: { min: 3, max: 50 },
  description: { min: 3, max: 500 },
  /** Whole units of the installation's currency. */
  price: { min: 1, max: 999_999 },
  dynamicPrice: { max: 1_000_000 },
  imageMaxBytes: 5 * MB,
  /** The default of the setting `PRODUCT_FILE_MAX_BYTES`. */
  productFileMaxBytes: 50 * MB,
  pageSize: 24,
  /** How many a search, or a list with a price range, shows and counts. */
  maxMatches: 1000,
  cartItems: 20,
  previewsPerProduct: 5,
  /** What a person writes to explain a refund, a suspension, a report. */
  reason: { max: 300 },
  search: { max: 100 },
  testimonial: { name: { max: 60 }, trade: { max: 80 }, quote: { min: 10, max: 280 }, shown: 12 },
  /** What somebody writes to the house. */
  message: { max: 2000 },
  downloadsPerGrant: 10,
  grantDays: 30,
} as const

/** The endings of images a seller may upload; the content decides, not the name. */
export const IMAGE_TYPES = ['jpg', 'jpeg', 'png', 'webp', 'gif'] as const

/** The orders a list of products may be asked for in. */
export const PRODUCT_SORTS = ['newest', 'best_selling', 'price_asc', 'price_desc'] as const

/** The endings of product files; the content decides, not the name. */
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

/** Widths, in pixels, of the covers made from an uploaded image; each as WebP and AVIF. */
export const COVER_WIDTHS = [320, 640, 960] as const

/** Sides, in pixels, of the squares made from a profile picture. */
export const AVATAR_WIDTHS = [128, 320] as const
