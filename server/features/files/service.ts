/** This module exports the functions of files that other features may import. */

// This function changes the storage quota of a seller.
export { changeQuota } from './storage-quota.ts'

// This function makes a text safe as the name of a folder or a file.
export { toSafeName } from './file-types/safe-file-name.ts'
