import { paths } from '#web/paths.ts'

/** The id of the section with the files of a product, on the page of the product in the dashboard. */
export const FILES_ID = 'files'

/** Returns the path of the files of a product in the dashboard. */
export const getFilesPath = (productId: number): string =>
  `${paths.dashboardProduct(productId)}#${FILES_ID}`
