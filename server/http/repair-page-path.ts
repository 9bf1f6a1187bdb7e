/**
 * Escapes the percent signs of a page path that cannot be decoded, such as `/%zz`. The visitor then sees the "not
 * found" page instead of an error of the router. API paths are not changed; the router refuses them with INVALID_DATA.
 */
export function repairPagePath(url: string): string {
  if (url.startsWith('/api/')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
