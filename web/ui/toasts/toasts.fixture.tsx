/** Nothing, since every page has the toasts. */
export const Empty = () => null
