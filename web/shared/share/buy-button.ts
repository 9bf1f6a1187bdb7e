/** A buy button for another site: a link around a picture, which is all that it needs. */
export interface BuyButton {
  /** The URL of the payment link. */
  href: string
  /** The URL of the picture. */
  image: string
  /** The text in place of the picture, where the site does not let it load, and for screen readers. */
  label: string
}

/**
 * Returns the HTML of a buy button. It has no script, style, frame or size, so that the strictest policy of a site
 * leaves a link with the whole label.
 */
export const buildButtonHtml = ({ href, image, label }: BuyButton): string =>
  `<a href="${escapeAttribute(href)}"><img src="${escapeAttribute(image)}" alt="${escapeAttribute(label)}"></a>`

/** Returns the Markdown of a buy button. */
export const buildButtonMarkdown = ({ href, image, label }: BuyButton): string =>
  `[![${label.replaceAll(/[\\`*_[\]<>&!]/g, String.raw`\$&`)}](${image})](${href})`

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

const escapeAttribute = (text: string): string =>
  text.replaceAll(/[&"<>]/g, character => ENTITIES[character]!)
