/** The drawn cover as a module of its own, fetched only where an image failed. */
export { DrawnCover as default } from './drawn-cover.tsx'
