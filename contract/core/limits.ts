/** The specification counts 1 MB as 1,048,576 bytes. */
const MB = 1024 * 1024

/** Limits of user input. Source: specification, business constants and limits. */
export const LIMITS = {
  email: { max: 50 },
  password: { min: 8, max: 24 },
  username: { min: 3, max: 15 },
  bio: { max: 100 },
  displayName: { min: 2, max: 40 },
  taxName: { max: 120 },
  taxId: { max: 25 },
  social: { max: 100 },
  productName: { min: 3, max: 50 },
  description: { min: 3, max: 500 },
  /** The maximum number of characters of the name of a section of a kiosk. */
  section: { max: 40 },
  /** The maximum number of characters of the formatted text about a product. */
  about: { max: 5000 },
  /** The maximum number of points of what a product includes, and of the characters of each. */
  points: { count: 5, max: 80 },
  /** The range of product prices, in whole units of the installation's currency. A product with the price 0 is free. */
  price: { min: 0, max: 999_999 },
  /** The range of what a buyer can offer for a product with a dynamic price. */
  dynamicPrice: { min: 1, max: 1_000_000 },
  imageMaxBytes: 5 * MB,
  /** The maximum number of pixels of an image. Phones take photos of up to 50 million. */
  imageMaxPixels: 51_000_000,
  /** The maximum size of a product file, which is the default of the setting `PRODUCT_FILE_MAX_BYTES`. */
  productFileMaxBytes: 2048 * MB,
  /** The maximum size of a product file that arrives with the form of its product, in one request. */
  formFileMaxBytes: 50 * MB,
  /** The number of products on one page of a list. */
  pageSize: 24,
  /** The maximum number of products that a search, or a list with a price range or a lowest rating, counts. */
  maxMatches: 1000,
  cartItems: 20,
  /** The maximum number of pictures that a product has besides its cover. */
  previewsPerProduct: 8,
  /** The maximum number of files that a product sells. */
  filesPerProduct: 50,
  /** The maximum number of characters of the seller's name for a file, and of the note about a change. */
  fileTitle: { max: 80 },
  updateNote: { min: 3, max: 500 },
  /**
   * The maximum number of products that an account publishes, with the withdrawn ones, whose covers stay for the orders
   * that show them. It bounds its images too, which the storage quota does not count.
   */
  productsPerSeller: 5000,
  /** The maximum number of characters of the reason for a refund, a suspension or a report. */
  reason: { max: 300 },
  search: { max: 100 },
  testimonial: { name: { max: 60 }, trade: { max: 80 }, quote: { min: 10, max: 280 }, shown: 12 },
  /** The maximum number of characters of a message to support. */
  message: { max: 2000 },
  /** The maximum number of characters of a review and of its seller's reply. */
  review: { max: 500 },
  /** The maximum number of characters of the name that a review is signed with. */
  reviewName: { max: 40 },
  downloadsPerGrant: 10,
  grantDays: 30,
  /** A refund that MercadoPago refuses is requested again every day, on this number of days. */
  refundTryDays: 30,
  /** MercadoPago refunds no payment that is older than this. Source: MercadoPago's documentation of refunds. */
  refundableDays: 180,
} as const

/** The image types that users can upload. The server detects the type from the content, not from the file name. */
export const IMAGE_TYPES = ['jpg', 'jpeg', 'png', 'webp', 'gif', 'avif'] as const

/** How much of a product an artificial intelligence made: nothing, a part with its help, or all. */
export const AI_USES = ['none', 'helped', 'made'] as const

/** The sort orders of a product list. */
export const PRODUCT_SORT_ORDERS = [
  'newest',
  'best_selling',
  'best_rated',
  'price_asc',
  'price_desc',
] as const

/** The cards of products show the average from this number of reviews on, since that of two says little. */
export const MIN_REVIEWS_ON_CARDS = 3

/** The types of product files. The server detects the type from the content, not from the file name. */
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
export type FileType = (typeof FILE_TYPES)[number]

/** The widths in pixels of the images that the server encodes from an uploaded cover, each as WebP and AVIF. */
export const COVER_WIDTHS = [320, 640, 960] as const

/**
 * The side lengths in pixels of the square images that the server encodes from an uploaded profile picture, each as
 * WebP and AVIF.
 */
export const AVATAR_WIDTHS = [128, 320] as const
