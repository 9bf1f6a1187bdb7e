import { paths } from '#web/paths.ts'

/** Returns the path of the page of a draft in the dashboard. */
export const getDraftPath = (draftId: number): string => `${paths.createProduct()}?draft=${draftId}`
