import type { Locale } from '#messages/runtime'
import * as m from '#messages'
import type { MailBranding, RenderedEmail } from './template.ts'

/** The parts of an email from top to bottom. Every string is plain text, which the layout escapes. */
export interface EmailParts {
  subject: string
  /** The preview text that mail programs show beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  /** The entries in boxes below the paragraphs, such as products or devices. */
  list?: EmailEntry[]
  action?: { label: string; href: string }
  /** The small print at the end of the email. */
  notes?: string[]
  /** If true, a security warning replaces the usual footer. */
  isWarning?: boolean
  /** How the receiver stops further emails of this kind. */
  unsubscribe?: Unsubscribe
  /** If true, the footer tells what to do about an order that the reader did not place. */
  isReceipt?: boolean
}

/** The ways out of emails that are sent without a request of the receiver. */
export interface Unsubscribe {
  /** The text of the link to the page. */
  label: string
  /** The URL of a page that asks before it stops the emails. */
  pageUrl: string
  /** The URL that mail programs post to, at a click on their own button. Source: RFC 8058. */
  oneClickUrl: string
}

/** An entry in a box below the paragraphs. `link` becomes a link below the detail; its URL is not shown in HTML. */
export interface EmailEntry {
  title: string
  detail: string
  link?: { label: string; href: string }
  /** Links in the form of stars, above the link. They are only in HTML. */
  stars?: { label: string; href: string }[]
  /** The URL of a picture with the ratio 4:5, shown on the left. */
  imageUrl?: string
}

const INK = '#1e1916'
const SOFT = '#6a5f57'
const LINE = '#e8dfd1'
const PAPER = '#fbf7ef'
const AWNING = '#d5381f'
const STAR = '#b87400'
const FONT = "font-family:'Figtree',Helvetica,Arial,sans-serif"
/** Breaks long words and URLs, which would make the email wider than a phone. */
const WRAP = 'word-break:break-word;overflow-wrap:anywhere'

/** The colors of the dark mode, for mail programs that support style sheets. The light colors are inline styles. */
const DARK_MODE_CSS = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){.page{background:#16120f!important}.card{background:#211b17!important}.tint{background:#2a231d!important}.line{border-color:#382f28!important}.ink{color:#f6efe4!important}.soft{color:#b6a99c!important}.link{color:#ff8b74!important}.star{color:#ffc65c!important}.button{background:#ff6a4d!important;color:#230a04!important}}`

/** Renders an email as HTML and as plain text, in the responsive layout that all emails share. */
export function renderLayout(
  locale: Locale,
  parts: EmailParts,
  { brandName, publicOrigin, mailboxMute }: MailBranding,
): RenderedEmail {
  const brand = { brand: brandName }
  // An email about one order first offers to stop the emails about this order.
  const waysOut = [
    ...(parts.unsubscribe ? [parts.unsubscribe] : []),
    ...(mailboxMute ? [{ label: m.mail_mailbox_mute(brand, { locale }), ...mailboxMute }] : []),
  ]
  const footerText = parts.isWarning
    ? m.mail_footer_safety
    : parts.isReceipt
      ? m.mail_footer_receipt
      : m.mail_footer
  const footer = footerText(brand, { locale })
  return {
    subject: parts.subject,
    text: renderText(parts, footer, waysOut, publicOrigin),
    html: renderHtml(locale, parts, footer, waysOut, brandName, publicOrigin),
    ...(waysOut[0] && { unsubscribeUrl: waysOut[0].oneClickUrl }),
  }
}

function renderText(
  { heading, paragraphs, list = [], action, notes = [] }: EmailParts,
  footer: string,
  waysOut: readonly Unsubscribe[],
  origin: string,
): string {
  return [
    heading,
    ...paragraphs,
    ...list.map(({ title, detail, link }) =>
      [`- ${title}`, detail, link?.href].filter(Boolean).join('\n  '),
    ),
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    ...notes,
    `--\n${footer}\n${origin}`,
    ...waysOut.map(({ label, pageUrl }) => `${label}:\n${pageUrl}`),
  ].join('\n\n')
}

function renderHtml(
  locale: Locale,
  parts: EmailParts,
  footer: string,
  waysOut: readonly Unsubscribe[],
  brandName: string,
  origin: string,
): string {
  const { subject, preview, heading, paragraphs, list = [], action, notes = [] } = parts
  const stripe = `<td style="height:10px;background:${AWNING};width:10%"></td><td style="height:10px;background:#ffffff;width:10%"></td>`
  const paragraph = (text: string) =>
    `<p class="ink" style="margin:0 0 16px;${FONT};${WRAP};font-size:16px;line-height:1.55;color:${INK}">${emphasizeCodes(escape(text))}</p>`
  const button = ({ label, href }: { label: string; href: string }) =>
    `<p style="margin:24px 0"><a class="button" href="${escape(href)}" style="display:inline-block;padding:13px 26px;border-radius:999px;background:${AWNING};color:#ffffff;text-decoration:none;font-weight:700;font-size:16px;line-height:1.3;${FONT}">${escape(label)}</a></p><p class="soft" style="margin:0 0 16px;${FONT};font-size:13px;line-height:1.5;color:${SOFT};word-break:break-all">${escape(href)}</p>`
  const note = (text: string) =>
    `<p class="soft" style="margin:0 0 10px;${FONT};${WRAP};font-size:14px;line-height:1.5;color:${SOFT}">${linkUrls(text)}</p>`
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escape(subject)}</title>
<style>${DARK_MODE_CSS}</style></head>
<body class="page" style="margin:0;background:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card line" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:14px;overflow:hidden">
<tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${stripe.repeat(5)}</tr></table></td></tr>
<tr><td style="padding:26px 28px 0;${FONT};font-weight:800;font-size:20px"><a class="ink" href="${escape(origin)}" style="color:${INK};text-decoration:none">${escape(brandName)}</a></td></tr>
<tr><td style="padding:18px 28px 20px">
<h1 class="ink" style="margin:0 0 16px;font-size:26px;line-height:1.15;color:${INK};${FONT};${WRAP}">${escape(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${list.length > 0 ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${list.map(renderEntry).join('')}</table>` : ''}
${action ? button(action) : ''}
${notes.map(note).join('\n')}
</td></tr>
<tr><td class="soft line" style="padding:16px 28px;border-top:1px solid ${LINE};${FONT};font-size:13px;line-height:1.5;color:${SOFT}">${escape(footer)}${waysOut.map(({ pageUrl, label }) => `<br><span style="line-height:2.6">${link(pageUrl, label)}</span>`).join('')}</td></tr>
</table></td></tr></table>
</body>
</html>`
}

/** Renders a box of the list, with the picture of the entry on its left. */
function renderEntry({ title, detail, link: entryLink, stars, imageUrl }: EmailEntry): string {
  const picture = imageUrl
    ? `<td width="72" valign="top" style="padding:12px 0 12px 16px"><img src="${escape(imageUrl)}" width="56" height="70" alt="" style="display:block;border-radius:5px"></td>`
    : ''
  const url = entryLink
    ? `<br><span style="font-size:15px;line-height:1.9;font-weight:700">${link(entryLink.href, entryLink.label)}</span>`
    : ''
  const starLinks = stars
    ? `<br>${stars
        .map(
          star =>
            `<a class="star" href="${escape(star.href)}" aria-label="${escape(star.label)}" title="${escape(star.label)}" style="display:inline-block;min-width:34px;font-size:30px;line-height:44px;color:${STAR};text-decoration:none">★</a>`,
        )
        .join('')}`
    : ''
  return `<tr><td class="tint line" style="border:1px solid ${LINE};border-radius:9px;background:${PAPER}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${picture}<td style="padding:12px 16px;${FONT};${WRAP}"><strong class="ink" style="color:${INK};font-size:16px;line-height:1.35">${escape(title)}</strong><br><span class="soft" style="color:${SOFT};font-size:14px;line-height:1.5">${emphasizeCodes(escape(detail))}</span>${starLinks}${url}</td></tr></table></td></tr><tr><td style="height:8px"></td></tr>`
}

const link = (href: string, label: string): string =>
  `<a class="link" href="${escape(href)}" style="color:#a92a15">${escape(label)}</a>`

/** Escapes `text` for HTML and turns the URLs in the text into links. */
const linkUrls = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:)])/)
    .map((part, index) => (index % 2 === 1 ? link(part, part) : escape(part)))
    .join('')

/**
 * Makes the numbers of orders and withdrawals bold, and keeps each on one line, since people read them out and compare
 * them.
 */
const emphasizeCodes = (html: string): string =>
  html.replaceAll(
    /\b(?:A-)?[0-9A-Z]{4}-[0-9A-Z]{4}\b/g,
    code => `<strong style="white-space:nowrap">${code}</strong>`,
  )

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character]!)
}
