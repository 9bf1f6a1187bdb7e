/** This module exports the functions of uploads that other features may import. */
export { takeUpload } from './take-upload.ts'
