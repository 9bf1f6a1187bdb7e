import type { Locale } from '#messages/runtime'
import * as m from '#messages'
import type { Stationery, Written } from './letter.ts'

/** The parts of a mail in order of reading. Every string is plain text; the layout escapes it. */
export interface Draft {
  subject: string
  /** Shown by mail programs beside the subject. */
  preview: string
  heading: string
  paragraphs: string[]
  /** Lines set apart: a name, and what belongs to it. */
  list?: { title: string; detail: string; href?: string }[]
  action?: { label: string; href: string }
  /** In smaller type, below. */
  notes?: string[]
}

const INK = '#1e1916'
const SOFT = '#6a5f57'
const LINE = '#e8dfd1'
const PAPER = '#fbf7ef'
const AWNING = '#d5381f'
const FONT = "font-family:'Figtree',Helvetica,Arial,sans-serif"

/** One responsive layout for every mail, in HTML and as plain text. */
export function compose(
  locale: Locale,
  draft: Draft,
  { brandName, publicOrigin }: Stationery,
): Written {
  const footer = m.mail_footer({ brand: brandName }, { locale })
  return {
    subject: draft.subject,
    text: plain(draft, footer, publicOrigin),
    html: html(locale, draft, footer, brandName, publicOrigin),
  }
}

function plain(
  { heading, paragraphs, list = [], action, notes = [] }: Draft,
  footer: string,
  origin: string,
): string {
  return [
    heading,
    ...paragraphs,
    ...list.map(({ title, detail, href }) =>
      [`- ${title}`, detail, href].filter(Boolean).join('\n  '),
    ),
    ...(action ? [`${action.label}:\n${action.href}`] : []),
    ...notes,
    `--\n${footer}\n${origin}`,
  ].join('\n\n')
}

function html(
  locale: Locale,
  draft: Draft,
  footer: string,
  brandName: string,
  origin: string,
): string {
  const { subject, preview, heading, paragraphs, list = [], action, notes = [] } = draft
  const stripe = `<td style="height:10px;background:${AWNING};width:10%"></td><td style="height:10px;background:#ffffff;width:10%"></td>`
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:1.55;color:${INK}">${escape(text)}</p>`
  const entry = ({ title, detail, href }: { title: string; detail: string; href?: string }) =>
    `<tr><td style="padding:12px 16px;border:1px solid ${LINE};border-radius:9px;${FONT};background:${PAPER}"><strong style="color:${INK};font-size:16px">${href ? `<a href="${escape(href)}" style="color:#a92a15">${escape(title)}</a>` : escape(title)}</strong><br><span style="color:${SOFT};font-size:14px">${escape(detail)}</span></td></tr><tr><td style="height:8px"></td></tr>`
  const button = ({ label, href }: { label: string; href: string }) =>
    `<p style="margin:24px 0"><a href="${escape(href)}" style="display:inline-block;padding:13px 26px;border-radius:999px;background:${AWNING};color:#ffffff;text-decoration:none;font-weight:700;font-size:16px;${FONT}">${escape(label)}</a></p><p style="margin:0 0 16px;${FONT};font-size:13px;line-height:1.5;color:${SOFT};word-break:break-all">${escape(href)}</p>`
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escape(subject)}</title></head>
<body style="margin:0;background:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:14px;overflow:hidden">
<tr><td><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${stripe.repeat(5)}</tr></table></td></tr>
<tr><td style="padding:26px 28px 0;${FONT};font-weight:800;font-size:20px;color:${INK}"><a href="${escape(origin)}" style="color:${INK};text-decoration:none">${escape(brandName)}</a></td></tr>
<tr><td style="padding:18px 28px 20px">
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.15;color:${INK};${FONT}">${escape(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${list.length > 0 ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${list.map(entry).join('')}</table>` : ''}
${action ? button(action) : ''}
${notes.map(note => `<p style="margin:0 0 10px;${FONT};font-size:14px;line-height:1.5;color:${SOFT}">${escape(note)}</p>`).join('\n')}
</td></tr>
<tr><td style="padding:16px 28px;border-top:1px solid ${LINE};${FONT};font-size:13px;color:${SOFT}">${escape(footer)}</td></tr>
</table></td></tr></table>
</body>
</html>`
}

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
