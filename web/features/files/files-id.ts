import { paths } from '#web/paths.ts'

/** The id of the section with the files of a product, on the page where the product is edited. */
export const FILES_ID = 'files'

/** Returns the path where the files of a published product are changed. */
export const getFilesPath = (productId: number): string =>
  `${paths.editProduct(productId)}#${FILES_ID}`
