/** Returns for each social network the URL that shares a link there. */
export function buildShareLinks(url: string, text: string): { network: string; href: string }[] {
  const to = (base: string, fields: Record<string, string>) =>
    `${base}?${new URLSearchParams(fields).toString()}`
  return [
    { network: 'WhatsApp', href: to('https://wa.me/', { text: `${text} ${url}` }) },
    { network: 'X', href: to('https://x.com/intent/post', { text, url }) },
    { network: 'Facebook', href: to('https://www.facebook.com/sharer/sharer.php', { u: url }) },
  ]
}
