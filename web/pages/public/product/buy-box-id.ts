/** The id of the element with the price and the buy form, to which the bar on phones leads. */
export const BUY_BOX_ID = 'buy'
