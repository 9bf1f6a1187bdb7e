/** The name of the query parameter with the id of the open order. */
export const ORDER_FIELD = 'sale'

/** Returns a function that builds the URL that opens an order over the current list, from the order's id. */
export function createOrderHrefBuilder(search: URLSearchParams): (orderId: string) => string {
  return orderId => {
    const to = new URLSearchParams(search)
    to.set(ORDER_FIELD, orderId)
    return `?${to.toString()}`
  }
}
